#include "core/groups/replay_events.h"

#include "core/exchange/topic_names.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/records/batch_iterator.h"
#include "core/records/record_reader.h"
#include "tests/support/group_event_words.h"
#include "tests/unit/core/internal_topics/group_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace brokerscope {
namespace {

using testing::commit;
using ::testing::Contains;
using testing::current;
using ::testing::ElementsAre;
using testing::epoch;
using testing::expression;
using testing::gone;
using ::testing::IsEmpty;
using testing::member;
using ::testing::Not;
using testing::target;
using testing::targetEpoch;
using testing::timed;
using testing::WrittenBatch;
using testing::WrittenRecord;

// Records that a coordinator writes to partition 7, and what the replay's operations say.
class ReplayEventsTest : public ::testing::Test {
protected:
    ReplayEventsTest() { m_names->learn(testing::kTopic, "t"); }

    // All as one operation, a second after the one before.
    std::vector<std::string> write(std::vector<WrittenRecord> records) {
        WrittenBatch batch;
        batch.records = std::move(records);
        return write(std::move(batch));
    }
    std::vector<std::string> write(WrittenBatch batch) {
        batch.timestamp = m_now += 1000;
        const ByteBuffer bytes = batch.at(m_next);
        m_next += batch.lastDelta() + 1;
        m_events.clear();
        BatchIterator iterator(bytes);
        BatchEntry entry;
        RecordReader opened;
        EXPECT_TRUE(iterator.next(entry) && opened.open(entry));
        m_replay.entry(opened, bytes.size());
        return timed(m_events);
    }
    std::vector<std::string> begun(std::string_view group = "g") {
        std::vector<GroupEvent> given;
        m_builder.begin(*m_replay.find(group), 7, 90'000, given);
        return testing::said(given);
    }

    std::int64_t m_now = 0;
    std::int64_t m_next = 0;
    std::shared_ptr<TopicNames> m_names = std::make_shared<TopicNames>();
    NestedOpener m_opener{SchemaRegistry::embedded()};
    MemberData m_data{m_opener};
    ReplayEvents m_builder{m_data, m_names, 2};
    std::vector<GroupEvent> m_events;
    TopicRecordReader m_reader{SchemaRegistry::embedded()};
    GroupStateReplay m_replay{m_reader, 7,
                              [this](const GroupOperation& operation) { m_builder.take(operation, m_events); }};
};

// E12 in its steps.
TEST_F(ReplayEventsTest, E12AConsumerGroupStepByStep) {
    EXPECT_THAT(write({member(5, "a"), epoch(3, 2), target(7, "a", {0, 1, 2, 3, 4, 5}), targetEpoch(6, 2),
                       current(8, "a", {2, 0, 0, {0, 1, 2, 3, 4, 5}, {}, {2, 2, 2, 2, 2, 2}})}),
                ElementsAre(::testing::StartsWith("1000 member a client=c host=/127.0.0.1 classic=no topics=[t]"),
                            ::testing::StartsWith("1000 group rebalanceTimeout="),
                            ::testing::StartsWith("1000 group epoch=2 hash="), "1000 member a target=t-0,1,2,3,4,5",
                            "1000 group assignmentEpoch=2",
                            "1000 member a epoch=2 previous=0 code=0 assigned=t-0,1,2,3,4,5 pending=none away=no",
                            "1000 group state=Stable"));
    EXPECT_EQ(m_events[0].type, GroupType::Consumer);
    EXPECT_EQ(m_events[0].evidence.source, EventSource::Offsets);
    EXPECT_EQ(m_events[0].evidence.feed, 2u);
    EXPECT_EQ(m_events[5].evidence.record, (RecordPlace{7, 4}));
    EXPECT_THAT(write({member(5, "b"), epoch(3, 3), current(8, "b", {2, 0, 0, {}, {}, {}})}),
                Contains("2000 group state=Assigning"));
    EXPECT_THAT(write({target(7, "a", {0, 1, 2}), target(7, "b", {3, 4, 5}), targetEpoch(6, 3),
                       current(8, "a", {2, 2, 1, {0, 1, 2}, {3, 4, 5}, {2, 2, 2}})}),
                ElementsAre("3000 member a target=t-0,1,2", "3000 member b target=t-3,4,5",
                            "3000 group assignmentEpoch=3",
                            "3000 member a epoch=2 previous=2 code=1 assigned=t-0,1,2 pending=t-3,4,5 away=no",
                            "3000 group state=Reconciling"));
    write({current(8, "b", {3, 2, 2, {}, {}, {}})});
    write({current(8, "a", {3, 2, 0, {0, 1, 2}, {}, {2, 2, 2}})});
    EXPECT_THAT(write({current(8, "b", {3, 3, 0, {3, 4, 5}, {}, {3, 3, 3}})}),
                ElementsAre("6000 member b epoch=3 previous=3 code=0 assigned=t-3,4,5 pending=none away=no",
                            "6000 group state=Stable"));
    EXPECT_THAT(
        write({gone(8, "b"), gone(7, "b"), gone(5, "b"), epoch(3, 4)}),
        ElementsAre("7000 gone b unknown", ::testing::StartsWith("7000 group epoch=4"), "7000 group state=Assigning"));
    EXPECT_EQ(m_events[0].evidence.record, (RecordPlace{7, 17}));
    EXPECT_THAT(write({gone(8, "a"), gone(7, "a"), gone(5, "a"), epoch(3, 5), targetEpoch(6, 5)}),
                Contains("8000 group state=Empty"));
}

// Tasks are numbered by the partitions of what their subtopology reads.
TEST_F(ReplayEventsTest, TopologiesSayWhichTopicsTasksRead) {
    testing::FieldBytes topology;
    topology.int16(0).int32(0).varint(2);
    topology.string("0").varint(2).string("lines").varint(1).varint(1).varint(1).varint(2);
    topology.string("by-word").int32(0).int16(0).varint(1).noTags().varint(1).noTags().noTags();
    write({member(19, "m"), testing::raw(23, topology.take()), epoch(17, 2)});
    const auto told = std::ranges::find_if(m_events, [](const GroupEvent& event) {
        const auto* status = std::get_if<GroupStatus>(&event.said);
        return status != nullptr && status->topology != nullptr;
    });
    ASSERT_NE(told, m_events.end());
    const auto& readers = *std::get<GroupStatus>(told->said).topology;
    EXPECT_EQ(readers.size(), 2u);
    EXPECT_EQ(readers.find("lines")->second, "0");
    EXPECT_EQ(readers.find("by-word")->second, "0");
    EXPECT_EQ(told->evidence.record, (RecordPlace{7, 1}));
    // So does whoever is told of the group later.
    std::vector<GroupEvent> later;
    m_builder.begin(*m_replay.find("g"), 7, 90'000, later);
    EXPECT_TRUE(std::ranges::any_of(later, [](const GroupEvent& event) {
        const auto* status = std::get_if<GroupStatus>(&event.said);
        return status != nullptr && status->topology != nullptr && event.evidence.record.offset == 1;
    }));
}

// Two facts of one record are two events, and the same record gives the same evidence.
TEST_F(ReplayEventsTest, EveryEventHasEvidenceOfItsOwn) {
    write({member(5, "a"), epoch(3, 2), target(7, "a", {0}), targetEpoch(6, 2),
           current(8, "a", {2, 0, 0, {0}, {}, {2}})});
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        for (std::size_t j = i + 1; j < m_events.size(); ++j) {
            EXPECT_NE(m_events[i].evidence, m_events[j].evidence) << i << ' ' << j;
        }
    }
}

TEST_F(ReplayEventsTest, C094StateCodesStay) {
    for (const int code : {1, 2, 9}) {
        write({current(8, "a", {8, 7, code, {0}, {1}, {5}})});
        EXPECT_EQ(std::get<MemberStatus>(m_events.front().said).stateCode, static_cast<std::int8_t>(code));
    }
}

// Section 9: -2 is no epoch, and the same operation brings another id.
TEST_F(ReplayEventsTest, StaticMembersGoAwayAndAreReplaced) {
    const testing::MemberWords words{"c", "i-1", {"t"}, {}};
    write({member(5, "old", words), epoch(3, 2), target(7, "old", {0}), targetEpoch(6, 2),
           current(8, "old", {2, 0, 0, {0}, {}, {2}})});
    EXPECT_THAT(write({current(8, "old", {-2, 0, 0, {0}, {}, {0}})}),
                ElementsAre("2000 member old previous=0 code=0 assigned=t-0 pending=none away=yes",
                            "2000 group state=Reconciling"));
    const auto said = write({gone(8, "old"), gone(7, "old"), gone(5, "old"), member(5, "new", words),
                             target(7, "new", {0}), current(8, "new", {0, 0, 0, {0}, {}, {0}}), member(5, "new", words),
                             current(8, "new", {2, 0, 0, {0}, {}, {0}})});
    EXPECT_THAT(said, Contains("3000 gone old staticReplaced replacedBy=new"));
    EXPECT_THAT(said, Contains("3000 member new epoch=0 previous=0 code=0 assigned=t-0 pending=none away=no"));
    EXPECT_EQ(said.back(), "3000 group state=Stable");
}

TEST_F(ReplayEventsTest, ExpressionsAndWhatTheyResolveTo) {
    testing::MemberWords words;
    words.topics = {};
    words.expression = "^r.*";
    EXPECT_THAT(write({member(5, "a", words), current(8, "a", {1, 0, 0, {}, {}, {}})}).front(),
                ::testing::HasSubstr("topics=[] expression=\"^r.*\""));
    EXPECT_THAT(write({expression("^r.*", {"rb", "ra"}), epoch(3, 2)}), Contains("2000 expression ^r.* [ra,rb]"));
    EXPECT_THAT(write({gone(16, "^r.*")}), Contains("3000 expression ^r.* ?"));
}

TEST_F(ReplayEventsTest, ShareAndStreamsGroups) {
    write({member(10, "m", {}, "s"), epoch(11, 2, "s"), target(13, "m", {}, "s"), targetEpoch(12, 2, "s"),
           current(14, "m", {2, 0, 0, {}, {}, {}}, "s")});
    EXPECT_EQ(m_events.front().type, GroupType::Share);
    EXPECT_EQ(timed(m_events).back(), "1000 group state=Stable");
    write({member(19, "m", {}, "k"), epoch(17, 3, "k"), target(21, "m", {0, 1}, "k"), targetEpoch(20, 3, "k"),
           current(22, "m", {3, 0, 1, {0, 1}, {}, {3, 3}}, "k")});
    EXPECT_EQ(m_events.front().type, GroupType::Streams);
    EXPECT_THAT(timed(m_events),
                Contains("2000 member m epoch=3 previous=0 code=1 assigned=0-0,1 pending=none away=no"));
    EXPECT_EQ(reconciliationOf(GroupType::Streams, 1), Reconciliation::Stable);
}

// A generation is known when it is synced: what was before lies between the state's timestamp and the record.
TEST_F(ReplayEventsTest, ClassicGenerations) {
    const std::string assigned{"\0\0\0\0\0\1\0\1t\0\0\0\1\0\0\0\2\xff\xff\xff\xff", 21};
    const auto said = write({testing::classic(4, {{"c-1", {}, assigned}, {"c-2", {}, "\xff\xff\xff"}})});
    ASSERT_EQ(said.size(), 4u);
    EXPECT_THAT(said[0], ::testing::HasSubstr("group state=Stable epoch=4 protocolType=consumer"));
    EXPECT_THAT(said[1], ::testing::HasSubstr("member c-1 client=c"));
    EXPECT_THAT(said[1], ::testing::HasSubstr("epoch=4 assigned=t-2"));
    EXPECT_THAT(said[2], ::testing::HasSubstr("undecoded="));  // any bytes are stored
    EXPECT_THAT(said[2], ::testing::HasSubstr("assignment, 3 bytes"));
    EXPECT_THAT(said[3], ::testing::HasSubstr("roster [c-1,c-2]"));
    EXPECT_EQ(m_events[0].type, GroupType::Classic);
    EXPECT_EQ(m_events[0].earliestMs, 900);  // its state timestamp
    write({testing::classic(5, {})});
    EXPECT_THAT(testing::said(m_events), ElementsAre(::testing::StartsWith("group state=Empty epoch=5"), "roster []"));
}

TEST_F(ReplayEventsTest, AClassicStaticMemberThatComesBack) {
    write({testing::classic(4, {{"c-1", "i-1", {}}})});
    write({testing::classic(4, {{"c-2", "i-1", {}}})});
    EXPECT_THAT(testing::said(m_events), Contains("gone c-1 staticReplaced replacedBy=c-2"));
    EXPECT_EQ(testing::said(m_events).back(), "roster [c-2]");
}

TEST_F(ReplayEventsTest, CommitsAreOneEventAndTransactionsWaitForTheirMarker) {
    EXPECT_THAT(write({commit(1, 10), commit(0, 11)}), ElementsAre(::testing::StartsWith("1000 committed t-0,1")));
    WrittenBatch pending;
    pending.records = {commit(2, 12)};
    pending.producerId = 5;
    pending.attributes = 0x10;
    EXPECT_THAT(write(pending), IsEmpty());
    EXPECT_THAT(write(testing::markerBatch(5, true, 1)),
                ElementsAre(::testing::AllOf(::testing::StartsWith("3000 committed t-2"),
                                             ::testing::HasSubstr("transactional=yes"))));
    EXPECT_EQ(m_events[0].evidence.record, (RecordPlace{7, 3}));
    EXPECT_THAT(write(pending), IsEmpty());
    EXPECT_THAT(write(testing::markerBatch(5, false, 1)), IsEmpty());
}

// Any type commits, and a tail begins in the middle: a commit makes no group classic, nor empty.
TEST_F(ReplayEventsTest, CommitsTellNoType) {
    write({commit(0, 1)});
    EXPECT_EQ(m_events.at(0).type, GroupType::Unknown);
    EXPECT_THAT(begun(), IsEmpty());
    write({current(8, "a", {3, 2, 0, {0}, {}, {3}}), commit(0, 2)});
    EXPECT_EQ(m_events.at(0).type, GroupType::Consumer);
    write({gone(8, "a"), commit(0, 3)});
    EXPECT_EQ(m_events.at(0).type, GroupType::Unknown);
}

TEST_F(ReplayEventsTest, ADeletedGroupIsGone) {
    write({commit(0, 1)});
    EXPECT_THAT(write({testing::commitGone(0), gone(2)}), ElementsAre(::testing::StartsWith("2000 group gone")));
}

// Online migration: members that stay are not gone.
TEST_F(ReplayEventsTest, MembersStayThroughMigration) {
    write({testing::classic(1, {{"c-1", {}, {}}})});
    const auto up = write({gone(2), member(5, "c-1"), epoch(3, 1), target(7, "c-1", {0}), targetEpoch(6, 1),
                           current(8, "c-1", {1, 1, 0, {0}, {}, {1}}), member(5, "c-2"), epoch(3, 2),
                           current(8, "c-2", {2, 0, 2, {}, {}, {}})});
    EXPECT_THAT(up, Not(Contains(::testing::HasSubstr("gone"))));
    EXPECT_EQ(m_events.front().type, GroupType::Consumer);
    const auto down = write({gone(8, "c-1"), gone(8, "c-2"), gone(7, "c-1"), gone(7, "c-2"), gone(6), gone(5, "c-1"),
                             gone(5, "c-2"), gone(4), gone(3), testing::classic(3, {{"c-1", {}, {}}})});
    EXPECT_THAT(down, Contains("3000 gone c-2 unknown"));
    EXPECT_THAT(down, Not(Contains(::testing::HasSubstr("gone c-1"))));
    EXPECT_EQ(m_events.front().type, GroupType::Classic);
}

// Section 8: facts that stand alone after compaction.
TEST_F(ReplayEventsTest, FactsThatStandAlone) {
    EXPECT_THAT(write({current(8, "a", {3, 2, 0, {0}, {}, {3}})}),
                ElementsAre("1000 member a epoch=3 previous=2 code=0 assigned=t-0 pending=none away=no",
                            ::testing::StartsWith("1000 group")));
    EXPECT_THAT(write({gone(5, "never"), gone(4)}), Contains("2000 gone never unknown"));
}

TEST_F(ReplayEventsTest, WhatWasLoadedIsToldAtOnce) {
    write({member(5, "a"), epoch(3, 2), target(7, "a", {0}), targetEpoch(6, 2),
           current(8, "a", {2, 0, 0, {0}, {}, {2}})});
    const auto said = begun();
    EXPECT_THAT(said, Contains("member a target=t-0"));
    EXPECT_THAT(said, Contains("member a epoch=2 previous=0 code=0 assigned=t-0 pending=none away=no"));
    EXPECT_THAT(said, Contains("group state=Stable"));
    EXPECT_EQ(said.back(), "roster [a]");
    std::vector<GroupEvent> given;
    m_builder.begin(*m_replay.find("g"), 7, 90'000, given);
    EXPECT_EQ(given.front().timeMs, 90'000);
    EXPECT_EQ(given.front().earliestMs, 90'000);  // no earlier moment
    write({testing::classic(5, {{"c-1", {}, {}}}, "classic")});
    EXPECT_EQ(begun("classic").back(), "roster [c-1]");
}

TEST_F(ReplayEventsTest, TopicIdsWithoutANameStay) {
    ReplayEvents nameless(m_data, nullptr);
    write({current(8, "a", {3, 2, 0, {0}, {}, {3}})});
    std::vector<GroupEvent> given;
    nameless.begin(*m_replay.find("g"), 7, 1, given);
    EXPECT_THAT(testing::said(given), Contains("member a epoch=3 previous=2 code=0 assigned=" +
                                               testing::kTopic.toString() + "-0 pending=none away=no"));
}

}  // namespace
}  // namespace brokerscope
