#include "core/workbench/replay_identities.h"

#include "core/codec/encoder.h"
#include "core/records/batch_composer.h"
#include "core/records/batch_crc.h"
#include "core/records/record_formats.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"
#include "core/value/json_writer.h"
#include "core/workbench/exchange_comparison.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Message {
    std::string_view name;
    int version = 0;

    ValueDraft draft(std::string_view json) const {
        return draftFromJson(SchemaRegistry::embedded().layout(name, version).value()->spec, json).value().draft;
    }
    NodeRef node(const ValueDraft& draft) const {
        return NodeRef::root(encodeMessage(SchemaRegistry::embedded().layout(name, version).value(), draft));
    }
    NodeRef node(std::string_view json) const { return node(draft(json)); }
};

std::string replacedText(const ReplacedValue& value) {
    return value.path + ' ' + value.entity + ' ' + value.from + " -> " + (value.to.empty() ? "?" : value.to);
}

std::vector<std::string> replacedTexts(const std::vector<ReplacedValue>& values) {
    std::vector<std::string> texts;
    std::transform(values.begin(), values.end(), std::back_inserter(texts), replacedText);
    return texts;
}

TEST(ReplayFacts, EveryRowSaysSomething) {
    const ReplayFacts& facts = ReplayFacts::embedded();
    EXPECT_EQ(facts.assigned().size(), 6u);
    const auto response = SchemaRegistry::embedded().spec("FetchResponse").value();
    EXPECT_EQ(facts.volatileReason(*response->root.find("throttleTimeMs")), "depends on quotas at that moment");
    EXPECT_EQ(facts.volatileReason(*response->root.find("errorCode")), "");
    EXPECT_NE(facts.assigned(*response->root.find("sessionId")), nullptr);
    EXPECT_EQ(facts.assigned(*response->root.find("errorCode")), nullptr);
}

// A member gets an id, then a generation; another cluster gives it others.
TEST(ReplayIdentities, MembersAndGenerations) {
    const Message join{"JoinGroupRequest", 5};
    const Message joined{"JoinGroupResponse", 5};
    ReplayIdentities identities;
    const NodeRef request = join.node(R"({"groupId":"g","memberId":""})");
    identities.learn(joined.node(R"({"errorCode":79,"generationId":-1,"memberId":"m-old"})"), request,
                     joined.node(R"({"errorCode":79,"generationId":-1,"memberId":"m-new"})"));
    ValueDraft again = join.draft(R"({"groupId":"g","memberId":"m-old"})");
    EXPECT_THAT(replacedTexts(identities.apply(again)), ElementsAre("memberId memberId m-old -> m-new"));

    identities.learn(joined.node(R"({"generationId":7,"leader":"m-old","memberId":"m-old"})"), request,
                     joined.node(R"({"generationId":1,"leader":"m-new","memberId":"m-new"})"));
    const Message heartbeat{"HeartbeatRequest", 3};
    ValueDraft beat = heartbeat.draft(R"({"groupId":"g","generationId":7,"memberId":"m-old"})");
    identities.apply(beat);
    EXPECT_EQ(toJson(heartbeat.node(beat)),
              R"({"groupId":"g","generationId":1,"memberId":"m-new","groupInstanceId":null})");
    ValueDraft commit =
        Message{"OffsetCommitRequest", 7}.draft(R"({"groupId":"g","generationIdOrMemberEpoch":7,"memberId":"m-old"})");
    EXPECT_THAT(replacedTexts(identities.apply(commit)),
                ElementsAre("generationIdOrMemberEpoch memberEpoch 7 -> 1", "memberId memberId m-old -> m-new"));
    ValueDraft sync = Message{"SyncGroupRequest", 3}.draft(
        R"({"groupId":"g","generationId":7,"memberId":"m-old","assignments":[{"memberId":"m-old","assignment":""}]})");
    EXPECT_THAT(replacedTexts(identities.apply(sync)),
                ElementsAre("generationId generationId 7 -> 1", "assignments[0].memberId memberId m-old -> m-new",
                            "memberId memberId m-old -> m-new"));
}

// Generation 7 of somebody else says nothing.
TEST(ReplayIdentities, NumbersCountWithinTheirOwner) {
    const Message joined{"JoinGroupResponse", 5};
    const NodeRef request = Message{"JoinGroupRequest", 5}.node(R"({"groupId":"g","memberId":""})");
    ReplayIdentities identities;
    identities.learn(joined.node(R"({"generationId":7,"memberId":"a"})"), request,
                     joined.node(R"({"generationId":1,"memberId":"a2"})"));
    identities.learn(joined.node(R"({"generationId":7,"memberId":"b"})"), request,
                     joined.node(R"({"generationId":2,"memberId":"b2"})"));
    const Message heartbeat{"HeartbeatRequest", 3};
    ValueDraft first = heartbeat.draft(R"({"groupId":"g","generationId":7,"memberId":"a"})");
    ValueDraft second = heartbeat.draft(R"({"groupId":"h","generationId":7,"memberId":"b"})");
    ValueDraft third = heartbeat.draft(R"({"groupId":"h","generationId":7,"memberId":"c"})");
    identities.apply(first);
    identities.apply(second);
    EXPECT_EQ(replacedTexts(identities.apply(third)),
              (std::vector<std::string>{"generationId generationId 7 -> ?", "memberId memberId c -> ?"}));
    EXPECT_EQ(toJson(*heartbeat.node(first).find("generationId")), "1");
    EXPECT_EQ(toJson(*heartbeat.node(second).find("generationId")), "2");
    EXPECT_EQ(toJson(*heartbeat.node(third).find("generationId")), "7") << "as it was";
}

// The answer to a heartbeat does not name its member; the request does.
TEST(ReplayIdentities, OwnersAreLookedForInTheRequest) {
    const Message beat{"ConsumerGroupHeartbeatRequest", 0};
    const Message beaten{"ConsumerGroupHeartbeatResponse", 0};
    ReplayIdentities identities;
    identities.learn(beaten.node(R"({"memberId":null,"memberEpoch":12})"),
                     beat.node(R"({"groupId":"g","memberId":"m","memberEpoch":11})"),
                     beaten.node(R"({"memberId":null,"memberEpoch":3})"));
    ValueDraft next = beat.draft(R"({"groupId":"g","memberId":"m","memberEpoch":12})");
    identities.apply(next);
    EXPECT_EQ(toJson(*beat.node(next).find("memberEpoch")), "3");
    ValueDraft leaving = beat.draft(R"({"groupId":"g","memberId":"m","memberEpoch":-1})");
    identities.apply(leaving);
    EXPECT_EQ(toJson(*beat.node(leaving).find("memberEpoch")), "-1") << "leaving is no epoch";
}

TEST(ReplayIdentities, TopicsAreAskedFor) {
    const Uuid recorded = Uuid::fromString("AAAAAAAAAAAAAAAAAAAAAQ").value();
    const Uuid now = Uuid::fromString("AAAAAAAAAAAAAAAAAAAAAg").value();
    int asked = 0;
    ReplayIdentities identities(ReplayFacts::embedded(), [&](const Uuid& id) {
        ++asked;
        return id == recorded ? std::optional(now) : std::nullopt;
    });
    const Message fetch{"FetchRequest", 13};
    ValueDraft request = fetch.draft(
        R"({"sessionId":0,"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ"},{"topicId":"AAAAAAAAAAAAAAAAAAAAAw"}]})");
    EXPECT_THAT(replacedTexts(identities.apply(request)),
                ElementsAre("topics[0].topicId topicId AAAAAAAAAAAAAAAAAAAAAQ -> AAAAAAAAAAAAAAAAAAAAAg",
                            "topics[1].topicId topicId AAAAAAAAAAAAAAAAAAAAAw -> ?"));
    ValueDraft again = fetch.draft(R"({"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ"}]})");
    identities.apply(again);
    EXPECT_EQ(asked, 2) << "once for each id that is known, and again for others";
    // Texts that look like an id are none.
    ValueDraft member = Message{"HeartbeatRequest", 3}.draft(R"({"memberId":"AAAAAAAAAAAAAAAAAAAAAQ"})");
    identities.apply(member);
    EXPECT_EQ(asked, 2);
}

TEST(ReplayIdentities, FetchSessions) {
    const Message fetch{"FetchRequest", 12};
    const Message fetched{"FetchResponse", 12};
    ReplayIdentities identities;
    identities.learn(fetched.node(R"({"sessionId":123})"), fetch.node("{}"), fetched.node(R"({"sessionId":9})"));
    ValueDraft next = fetch.draft(R"({"sessionId":123,"sessionEpoch":1})");
    EXPECT_THAT(replacedTexts(identities.apply(next)), ElementsAre("sessionId fetchSessionId 123 -> 9"));
    ValueDraft first = fetch.draft(R"({"sessionId":0,"sessionEpoch":0})");
    EXPECT_THAT(identities.apply(first), IsEmpty());
}

TEST(ReplayIdentities, ProducersWithinTheirBatches) {
    const Message init{"InitProducerIdRequest", 4};
    const Message inited{"InitProducerIdResponse", 4};
    ReplayIdentities identities;
    identities.learn(inited.node(R"({"producerId":4000,"producerEpoch":5})"), init.node("{}"),
                     inited.node(R"({"producerId":17,"producerEpoch":0})"));
    ValueDraft add = Message{"AddOffsetsToTxnRequest", 3}.draft(
        R"({"transactionalId":"t","producerId":4000,"producerEpoch":5,"groupId":"g"})");
    EXPECT_THAT(replacedTexts(identities.apply(add)),
                ElementsAre("producerEpoch producerEpoch 5 -> 0", "producerId producerId 4000 -> 17"));

    ValueDraft batch = ValueDraft::fromDefaults(RecordFormats::embedded().batch()->spec);
    batch.root.fields[batch.root.spec->find("producerId")->index] = std::int64_t{4000};
    batch.root.fields[batch.root.spec->find("producerEpoch")->index] = std::int64_t{5};
    batch.root.fields[batch.root.spec->find("magic")->index] = std::int64_t{2};
    const ByteBuffer bytes = *composeBatch(batch)->bytes;
    const Message produce{"ProduceRequest", 9};
    ValueDraft request = produce.draft(R"({"topicData":[{"name":"t","partitionData":[{"index":0,"records":null}]}]})");
    auto& topics =
        std::get<std::unique_ptr<DraftArray>>(request.root.fields[request.root.spec->find("topicData")->index]);
    auto& topic = std::get<std::unique_ptr<DraftStruct>>(topics->elements[0]);
    auto& partitions = std::get<std::unique_ptr<DraftArray>>(topic->fields[topic->spec->find("partitionData")->index]);
    auto& partition = std::get<std::unique_ptr<DraftStruct>>(partitions->elements[0]);
    DraftValue& records = partition->fields[partition->spec->find("records")->index];
    records = bytes;
    EXPECT_THAT(replacedTexts(identities.apply(request)),
                ElementsAre("topicData[0].partitionData[0].records@0.producerEpoch producerEpoch 5 -> 0",
                            "topicData[0].partitionData[0].records@0.producerId producerId 4000 -> 17"));
    const auto& written = std::get<ByteBuffer>(records);
    ASSERT_EQ(written.size(), bytes.size());
    const BatchHeader header = BatchHeader::read(written);
    EXPECT_EQ(header.producerId, 17);
    EXPECT_EQ(header.producerEpoch, 0);
    BatchEntry entry;
    ASSERT_TRUE(BatchIterator(written).next(entry));
    EXPECT_TRUE(checkCrc(entry)->isGood());
}

TEST(ExchangeComparison, IdsThatAreCounterpartsAreNoDifference) {
    const Message joined{"JoinGroupResponse", 5};
    const NodeRef request = Message{"JoinGroupRequest", 5}.node(R"({"groupId":"g","memberId":""})");
    const NodeRef recorded = joined.node(R"({"generationId":7,"memberId":"old"})");
    const NodeRef now = joined.node(R"({"generationId":1,"memberId":"new"})");
    ReplayIdentities identities;
    EXPECT_FALSE(identities.isCounterpart(*recorded.find("memberId"), request, *now.find("memberId")));
    identities.learn(recorded, request, now);
    EXPECT_TRUE(identities.isCounterpart(*recorded.find("memberId"), request, *now.find("memberId")));
    EXPECT_TRUE(identities.isCounterpart(*recorded.find("generationId"), request, *now.find("generationId")));
    EXPECT_FALSE(identities.isCounterpart(*recorded.find("errorCode"), request, *now.find("errorCode")));
}

// Metadata v1 answers, their header and body: no brokers, controller 1, one topic.
Exchange metadataExchange(int correlationId, int errorCode) {
    Exchange exchange;
    exchange.apiKey = 3;
    exchange.apiVersion = 1;
    exchange.correlationId = correlationId;
    const auto& registry = SchemaRegistry::embedded();
    const auto frame = [&](std::string_view headerName, int headerVersion, std::string_view header,
                           std::string_view name, const std::string& json) {
        const auto headerLayout = registry.layout(headerName, headerVersion).value();
        const auto layout = registry.layout(name, 1).value();
        return encodeFrame(headerLayout, draftFromJson(headerLayout->spec, header).value().draft, layout,
                           draftFromJson(layout->spec, json).value().draft)
            ->bytes;
    };
    const std::string id = std::to_string(correlationId);
    exchange.request = frame("RequestHeader", 1,
                             R"({"requestApiKey":3,"requestApiVersion":1,"clientId":"c","correlationId":)" + id + '}',
                             "MetadataRequest", R"({"topics":[{"name":"t"}]})");
    exchange.response = frame("ResponseHeader", 0, R"({"correlationId":)" + id + '}', "MetadataResponse",
                              R"({"topics":[{"name":"t","errorCode":)" + std::to_string(errorCode) + "}]}");
    return exchange;
}

TEST(ExchangeComparison, VolatileDifferencesAreMarked) {
    const auto& registry = SchemaRegistry::embedded();
    const auto same = compareExchanges(registry, metadataExchange(1, 0), metadataExchange(1, 0), {});
    EXPECT_THAT(same.all, IsEmpty());
    const auto found = compareExchanges(registry, metadataExchange(1, 0), metadataExchange(2, 3), {});
    std::vector<std::string> texts;
    for (const ExchangeDifference& difference : found.all) {
        texts.push_back(difference.path + ' ' + difference.from + ' ' + difference.to +
                        (difference.isVolatile() ? " volatile" : ""));
    }
    EXPECT_THAT(texts, ElementsAre("header.correlationId 1 2 volatile", "response.header.correlationId 1 2 volatile",
                                   "response.topics[0].errorCode 0 3"));
    EXPECT_TRUE(found.areReal());
    EXPECT_FALSE(compareExchanges(registry, metadataExchange(1, 0), metadataExchange(2, 0), {}).areReal());
}

TEST(ExchangeComparison, HowTheyFailedCounts) {
    const auto& registry = SchemaRegistry::embedded();
    Exchange closed = metadataExchange(1, 0);
    closed.response = nullptr;
    closed.failure = TransportError{{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt};
    const auto found = compareExchanges(registry, metadataExchange(1, 0), closed, {});
    ASSERT_GE(found.all.size(), 2u);
    EXPECT_EQ(found.all[0].path, "error");
    EXPECT_EQ(found.all[0].from, "null");
    EXPECT_EQ(found.all[0].to, "\"CONNECTION_CLOSED\"");
    EXPECT_EQ(found.all[1].path, "response");
    EXPECT_EQ(found.all[1].change, "removed");
    EXPECT_FALSE(compareExchanges(registry, closed, closed, {}).areReal());
}

}  // namespace
}  // namespace brokerscope
