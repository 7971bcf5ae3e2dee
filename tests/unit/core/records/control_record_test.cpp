#include "core/records/control_record.h"

#include "core/records/committed_view.h"
#include "core/records/producer_continuity.h"
#include "core/records/record_trees.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

std::shared_ptr<const ValueTree> valueTree(const ReadSet& set, const RecordView& record) {
    const ControlRecord control = readControlRecord(record).value();
    const auto bytes = std::make_shared<const ByteBuffer>(set.bytes);
    const auto at = static_cast<std::uint64_t>(record.value.bytes.data() - set.bytes.data());
    return openControlValue(SchemaRegistry::embedded(), control, bytes, {BufferId::Main, at, record.value.bytes.size()})
        .value();
}

TEST(ControlRecords, C039CommitAbortAndUnknown) {
    const ReadSet commit(kC039_0);
    const RecordView& marker = commit[0].records[0].view;
    const ControlRecord control = readControlRecord(marker).value();
    EXPECT_EQ(control.name, "COMMIT");
    EXPECT_EQ(coordinatorEpoch(control, marker), 12);
    EXPECT_EQ(bodyJson(valueTree(commit, marker)), R"({"coordinatorEpoch":12})");
    const ReadSet abort(kC039_1);
    EXPECT_EQ(readControlRecord(abort[0].records[0].view)->name, "ABORT");
    const ReadSet unknown(kC039_2);
    const RecordView& odd = unknown[0].records[0].view;
    EXPECT_EQ(readControlRecord(odd)->type, 337);
    EXPECT_EQ(readControlRecord(odd)->name, "");
    EXPECT_EQ(odd.value.bytes.size(), 2U);
    const auto opened = openControlValue(SchemaRegistry::embedded(), *readControlRecord(odd), nullptr, {});
    EXPECT_EQ(opened.error().id, MessageId::ControlTypeUnknown);
}

TEST(ControlRecords, C040KraftTypes) {
    const ReadSet set(kC040_0);
    const auto view = [&](std::size_t i) { return set[0].records[i].view; };
    EXPECT_EQ(readControlRecord(view(0))->name, "LEADER_CHANGE");
    EXPECT_EQ(readControlRecord(view(1))->name, "KRAFT_VERSION");
    EXPECT_EQ(readControlRecord(view(2))->name, "KRAFT_VOTERS");
    const auto leader = valueTree(set, view(0));
    EXPECT_EQ(jsonAt(leader, "leaderId"), "1");
    EXPECT_EQ(jsonAt(leader, "voters[0].voterId"), "1");
    EXPECT_EQ(jsonAt(leader, "grantingVoters[0].voterDirectoryId"), "\"ppx8d8pdTAOqMMAMfzY16A\"");
    EXPECT_THAT(leader->diagnostics, IsEmpty());
    EXPECT_EQ(jsonAt(valueTree(set, view(1)), "kRaftVersion"), "1");
    const auto voters = valueTree(set, view(2));
    EXPECT_EQ(jsonAt(voters, "voters[0].endpoints[0].host"), "\"localhost\"");
    EXPECT_EQ(jsonAt(voters, "voters[0].endpoints[0].port"), "9093");
    EXPECT_EQ(jsonAt(voters, "voters[0].kRaftVersionFeature.maxSupportedVersion"), "1");
    EXPECT_THAT(voters->diagnostics, IsEmpty());
}

TEST(ControlRecords, C041SnapshotHeaderAndFooter) {
    const ReadSet set(kC041_0);
    const auto header = valueTree(set, set[0].records[0].view);
    EXPECT_EQ(jsonAt(header, "lastContainedLogTimestamp"), "10000");
    EXPECT_EQ(readControlRecord(set[2].records[0].view)->name, "SNAPSHOT_FOOTER");
}

TEST(ControlRecords, KeysThatAreNone) {
    RecordView record;
    EXPECT_EQ(readControlRecord(record).error().text(), "not a control record: its key is null");
    const ByteBuffer two{0, 0};
    record.key = {two, false};
    EXPECT_EQ(readControlRecord(record).error().text(), "not a control record: 2 of the 4 bytes of its key are there");
    const ByteBuffer commit{0, 0, 0, 1, 9};
    record.key = {commit, false};
    EXPECT_EQ(readControlRecord(record)->name, "COMMIT");
    EXPECT_FALSE(coordinatorEpoch(*readControlRecord(record), record));
}

// What a committed reader makes of a set: "10 aborted 11 control 12 visible".
std::string committed(const ReadSet& set, std::vector<AbortedTransaction> aborted) {
    CommittedView view(std::move(aborted));
    std::string text;
    for (const ReadEntry& entry : set.entries) {
        std::optional<ControlRecord> control;
        if (entry.header.isControl() && !entry.records.empty()) {
            if (const auto read = readControlRecord(entry.records[0].view)) {
                control = *read;
            }
        }
        static constexpr const char* kNames[] = {"visible", "aborted", "control"};
        text += (text.empty() ? "" : " ") + std::to_string(entry.header.baseOffset) + ' ' +
                kNames[static_cast<int>(view.visit(entry.header, control))];
    }
    return text;
}

std::string recordsOfFetch(std::string_view hex) {
    const auto tree = decodeBody("FetchResponse", 11, hex);
    EXPECT_THAT(tree->diagnostics, IsEmpty());
    return toHex(NodeRef::root(tree).find("responses[0].partitions[0].records")->content());
}

TEST(CommittedViews, C048AbortedData) {
    const ReadSet set(recordsOfFetch(kC048_0));
    EXPECT_EQ(committed(set, {{7, 10}}), "10 aborted 11 control 12 visible");
    EXPECT_EQ(committed(set, {}), "10 visible 11 control 12 visible");
    EXPECT_EQ(set[2].header.nextOffset(), 13);
}

TEST(CommittedViews, C049MarkerWithoutAnEntry) {
    const ReadSet set(recordsOfFetch(kC049_0));
    EXPECT_EQ(committed(set, {}), "11 control 12 visible");
    // The marker of producer 7 does not end what another aborted.
    EXPECT_EQ(committed(set, {{8, 5}}), "11 control 12 visible");
}

TEST(CommittedViews, AnEntryOpensOnceAndItsMarkerEndsIt) {
    const ReadSet set(recordsOfFetch(kC048_0));
    CommittedView view({{7, 20}, {7, 10}});
    const ControlRecord abort = readControlRecord(set[1].records[0].view).value();
    BatchHeader data = set[0].header;
    EXPECT_EQ(view.visit(data), CommittedState::Aborted);
    EXPECT_EQ(view.visit(set[1].header, abort), CommittedState::Control);
    data.baseOffset = 15;
    EXPECT_EQ(view.visit(data), CommittedState::Visible);
    data.baseOffset = 20;
    EXPECT_EQ(view.visit(data), CommittedState::Aborted);
    data.attributes = 0;
    EXPECT_EQ(view.visit(data), CommittedState::Visible);
}

TEST(Continuity, FollowsEachProducer) {
    ProducerContinuity continuity;
    const auto batch = [](std::int64_t producer, int epoch, std::int32_t first, std::int32_t last) {
        BatchHeader header;
        header.producerId = producer;
        header.producerEpoch = static_cast<std::int16_t>(epoch);
        header.baseSequence = first;
        header.lastOffsetDelta = last - first;
        return header;
    };
    EXPECT_FALSE(continuity.check(batch(1, 0, 40, 49)));
    EXPECT_FALSE(continuity.check(batch(2, 0, 0, 0)));
    EXPECT_FALSE(continuity.check(batch(1, 0, 50, 59)));
    EXPECT_EQ(continuity.check(batch(1, 0, 50, 59))->text(), "producer 1: sequences 50 to 59 were there before");
    EXPECT_EQ(continuity.check(batch(1, 0, 62, 62))->text(), "producer 1: sequence 60 expected, 62 found");
    EXPECT_FALSE(continuity.check(batch(1, 1, 0, 3)));
    EXPECT_EQ(continuity.check(batch(1, 0, 63, 63))->id, MessageId::ProducerEpochOld);
    EXPECT_EQ(continuity.check(batch(1, 2, 5, 5))->id, MessageId::SequenceGap);
    // With one producer too many all are forgotten.
    for (std::size_t i = 0; i < ProducerContinuity::kMostProducers; ++i) {
        continuity.check(batch(static_cast<std::int64_t>(i) + 100, 0, 0, 0));
    }
    EXPECT_FALSE(continuity.check(batch(1, 2, 9, 9)));
    EXPECT_FALSE(continuity.check(batch(-1, -1, 0, 0)));
}

TEST(Continuity, WhatCompactionRemovedIsNoGap) {
    ProducerContinuity continuity;
    const auto batch = [](std::int64_t offset, std::int64_t producer, std::int32_t first, std::int32_t last) {
        BatchHeader header;
        header.baseOffset = offset;
        header.producerId = producer;
        header.baseSequence = first;
        header.lastOffsetDelta = last - first;
        return header;
    };
    EXPECT_FALSE(continuity.check(batch(100, 1, 0, 9)));
    // Ten offsets are missing in front of another producer's batch: sequences 10 to 19 may have had them.
    EXPECT_FALSE(continuity.check(batch(120, 2, 0, 4)));
    EXPECT_FALSE(continuity.check(batch(125, 1, 20, 24)));
    // They are behind that batch: what is missing later is so for another reason.
    EXPECT_EQ(continuity.check(batch(130, 1, 26, 29))->text(), "producer 1: sequence 25 expected, 26 found");
    // Fewer offsets than sequences are missing.
    EXPECT_EQ(continuity.check(batch(136, 1, 33, 33))->id, MessageId::SequenceGap);
    // Nothing may come twice, whatever is missing.
    EXPECT_EQ(continuity.check(batch(150, 1, 33, 33))->id, MessageId::SequenceDuplicate);
    // A batch without a producer takes its offsets too.
    EXPECT_FALSE(continuity.check(batch(151, -1, -1, 8)));
    EXPECT_FALSE(continuity.check(batch(161, 1, 34, 34)));
}

TEST(Continuity, SequencesWrap) {
    ProducerContinuity continuity;
    BatchHeader header;
    header.producerId = 1;
    header.baseSequence = 2147483646;
    header.lastOffsetDelta = 3;
    EXPECT_FALSE(continuity.check(header));
    header.baseSequence = 2;
    header.lastOffsetDelta = 0;
    EXPECT_FALSE(continuity.check(header));
    header.baseSequence = 2147483647;
    EXPECT_EQ(continuity.check(header)->id, MessageId::SequenceDuplicate);
}

}  // namespace
