#include "core/internal_topics/metadata_image_replay.h"

#include "tests/unit/core/internal_topics/metadata_log.h"
#include "tests/unit/core/internal_topics/replayed_log.h"
#include "tests/unit/core/internal_topics/state_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

const Uuid kOrders = *Uuid::fromString("0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
const Uuid kOrdersAgain = *Uuid::fromString("1f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0");
using Ids = std::vector<std::int32_t>;

const MetadataImage& imageOf(StateLog& log) {
    return dynamic_cast<MetadataImageReplay&>(log.state()).image();
}

const PartitionImage& partitionOf(StateLog& log, int number) {
    return imageOf(log).topics.at(kOrders).partitions.at(number);
}

TEST(MetadataImageReplay, PartitionChangesAlterWhatTheyName) {
    StateLog log("metadata", 0);
    log.write({topicRecord("orders", kOrders), partitionRecord(kOrders, 0, {1, 2, 3}, 1)});
    EXPECT_EQ(partitionOf(log, 0).leader.value, 1);
    log.write({partitionChange(kOrders, 0, {Ids{1, 2}, std::nullopt})});
    EXPECT_EQ(partitionOf(log, 0).isr.value, (Ids{1, 2}));
    EXPECT_EQ(partitionOf(log, 0).isr.from.offset, 2);
    EXPECT_EQ(partitionOf(log, 0).replicas.value, (Ids{1, 2, 3}));
    EXPECT_EQ(partitionOf(log, 0).replicas.from.offset, 1);
    EXPECT_EQ(partitionOf(log, 0).leaderEpoch, 0);
    EXPECT_EQ(partitionOf(log, 0).partitionEpoch.value, 1);
    // -2 says nothing of the leader, -1 that there is none.
    log.write({partitionChange(kOrders, 0, {std::nullopt, -2}), partitionChange(kOrders, 0, {Ids{}, -1})});
    EXPECT_EQ(partitionOf(log, 0).leader.value, -1);
    EXPECT_EQ(partitionOf(log, 0).leader.from.offset, 4);
    EXPECT_EQ(partitionOf(log, 0).leaderEpoch, 1);
    EXPECT_EQ(partitionOf(log, 0).partitionEpoch.value, 3);
    EXPECT_TRUE(partitionOf(log, 0).isr.value.empty());
    const std::string text = log.json(StateObjectKind::Topic, "orders");
    EXPECT_NE(text.find(R"("partitions":{"0":{"leader":-1,"leaderEpoch":1,"replicas":[1,2,3],"isr":[],)"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(R"("partitions[0].leader":"0:4")"), std::string::npos) << text;
}

TEST(MetadataImageReplay, ATopicTakesPartitionsAndConfigsWithIt) {
    StateLog log("metadata", 0);
    log.write({topicRecord("orders", kOrders), partitionRecord(kOrders, 0, {1}, 1),
               configRecord(2, "orders", "retention.ms", "1000"), configRecord(2, "other", "retention.ms", "1000")});
    log.write({removedTopic(kOrders)});
    EXPECT_TRUE(imageOf(log).topics.empty());
    EXPECT_EQ(imageOf(log).configs.size(), 1u);
    const auto removed = log.state().removed();
    ASSERT_EQ(removed.size(), 2u);
    EXPECT_EQ(removed[0].id, (StateObjectId{StateObjectKind::Topic, "orders"}));
    EXPECT_EQ(removed[1].id, (StateObjectId{StateObjectKind::ConfigResource, "TOPIC orders"}));
    EXPECT_EQ(removed[1].from.offset, 4);
    log.write({topicRecord("orders", kOrdersAgain)});
    EXPECT_EQ(log.state().removed().size(), 1u);
}

TEST(MetadataImageReplay, BrokersRegisterAreFencedAndGo) {
    StateLog log("metadata", 0);
    log.write({brokerRecord(1, 10)});
    EXPECT_TRUE(imageOf(log).brokers.at(1).fenced.value);
    log.write({brokerChange(1, 10, -1)});
    EXPECT_FALSE(imageOf(log).brokers.at(1).fenced.value);
    EXPECT_EQ(imageOf(log).brokers.at(1).fenced.from.offset, 1);
    // Of a registration that is over.
    log.write({brokerChange(1, 9, 1)});
    EXPECT_FALSE(imageOf(log).brokers.at(1).fenced.value);
    log.write({fencedBroker(1, 10, true)});
    EXPECT_TRUE(imageOf(log).brokers.at(1).fenced.value);
    log.write({fencedBroker(1, 10, false)});
    EXPECT_FALSE(imageOf(log).brokers.at(1).fenced.value);
    EXPECT_NE(log.json(StateObjectKind::Broker, "1").find(R"("host":"localhost","port":9092)"), std::string::npos);
    log.write({unregisteredBroker(1, 10)});
    EXPECT_TRUE(imageOf(log).brokers.empty());
    EXPECT_EQ(log.state().removed().at(0).id, (StateObjectId{StateObjectKind::Broker, "1"}));
}

TEST(MetadataImageReplay, TransactionsAreInForceAtTheirEnd) {
    StateLog log("metadata", 0);
    log.write({metadataTransaction(23), topicRecord("orders", kOrders)});
    EXPECT_TRUE(imageOf(log).topics.empty());
    EXPECT_EQ(dynamic_cast<MetadataImageReplay&>(log.state()).pendingRecords(), 1u);
    log.write({metadataTransaction(24)});
    EXPECT_EQ(imageOf(log).topics.at(kOrders).from.offset, 1);
    log.write({metadataTransaction(23), removedTopic(kOrders), metadataTransaction(25)});
    EXPECT_EQ(imageOf(log).topics.size(), 1u);
    EXPECT_EQ(log.state().counts().markers, 2u);
}

TEST(MetadataImageReplay, SecretsAreMaskedOrNotKept) {
    StateLog log("metadata", 0);
    log.write({configRecord(4, "", "ssl.keystore.password", "hunter2"), configRecord(4, "", "log.retention.ms", "5"),
               scramRecord("alice", 4096)});
    const StateObjectId id{StateObjectKind::ConfigResource, "BROKER "};
    std::string masked;
    appendObjectJson(masked, *log.state().object(id));
    EXPECT_NE(masked.find(R"("configs":{"log.retention.ms":"5","ssl.keystore.password":"***"})"), std::string::npos)
        << masked;
    std::string shown;
    appendObjectJson(shown, *log.state().object(id), true);
    EXPECT_NE(shown.find("hunter2"), std::string::npos);
    EXPECT_EQ(log.json(StateObjectKind::ScramUser, "alice"),
              R"({"scramUser":"alice","credentials":{"SCRAM-SHA-256":{"iterations":4096}},)"
              R"("from":{"credentials[SCRAM-SHA-256].iterations":"0:2"},"doubtful":0})");
}

TEST(MetadataImageReplay, FeaturesQuotasAndAcls) {
    StateLog log("metadata", 0);
    log.write({featureRecord("metadata.version", 33), featureRecord("group.version", 1),
               quotaRecord("alice", "consumer_byte_rate", 1048576, false), aclRecord(kOrders, "User:alice")});
    EXPECT_EQ(imageOf(log).features.at("metadata.version").value, 33);
    EXPECT_EQ(imageOf(log).quotas.at("user=alice").at("consumer_byte_rate").value, 1048576);
    const std::string acl = log.json(StateObjectKind::Acl, kOrders.toString());
    EXPECT_NE(acl.find(R"("resourceType":"TOPIC","resourceName":"orders","patternType":"LITERAL")"), std::string::npos)
        << acl;
    log.write(
        {featureRecord("group.version", 0), quotaRecord("alice", "consumer_byte_rate", 0, true), removedAcl(kOrders)});
    EXPECT_EQ(imageOf(log).features.size(), 1u);
    EXPECT_TRUE(imageOf(log).quotas.empty());
    EXPECT_TRUE(imageOf(log).acls.empty());
}

TEST(MetadataImageReplay, WhatSaysNothingIsSetAside) {
    StateLog log("metadata", 0);
    log.write({noOp(), noOp(), metadataRecord(16, 0, {}), metadataRecord(99, 0, {1, 2})});
    EXPECT_EQ(log.state().others().byType().at(20).count, 2u);
    EXPECT_EQ(log.state().others().byType().at(16).name, "RemoveFeatureLevelRecord");
    EXPECT_EQ(log.state().others().byType().at(99).name, "");
    EXPECT_EQ(log.state().counts().unknownTypes, 2u);
    EXPECT_TRUE(log.state().objects().empty());
}

TEST(MetadataImageReplay, ACheckpointIsAllThereIs) {
    MetadataImageReplay replay(topicReader());
    RecordReader reader;
    const auto feedRecords = [&](std::vector<WrittenRecord> records, std::int64_t offset) {
        WrittenBatch batch;
        batch.records = std::move(records);
        const ByteBuffer bytes = batch.at(offset);
        BatchIterator iterator(bytes);
        BatchEntry entry;
        ASSERT_TRUE(iterator.next(entry) && reader.open(entry));
        replay.entry(reader, bytes.size());
    };
    feedRecords({topicRecord("old", kOrdersAgain)}, 3);
    replay.beginCheckpoint(1000);
    feedRecords({topicRecord("orders", kOrders), partitionRecord(kOrders, 0, {1}, 1)}, 0);
    replay.endCheckpoint();
    EXPECT_EQ(replay.image().topics.size(), 1u);
    EXPECT_EQ(placeText(replay.image().topics.at(kOrders).from), "0:0 of checkpoint 1000");
    feedRecords({removedTopic(kOrders)}, 999);  // in the checkpoint
    EXPECT_EQ(replay.image().topics.size(), 1u);
    feedRecords({partitionChange(kOrders, 0, {std::nullopt, 2})}, 1000);
    EXPECT_EQ(placeText(replay.image().topics.at(kOrders).partitions.at(0).leader.from), "0:1000");
}

TEST(MetadataImageReplay, TheHistoryMakesEveryMoment) {
    StateLog log("metadata", 0);
    log.write({brokerRecord(1, 10), brokerRecord(2, 11), featureRecord("metadata.version", 20)});
    log.write({topicRecord("orders", kOrders), partitionRecord(kOrders, 0, {1, 2}, 1),
               partitionRecord(kOrders, 1, {2, 1}, 2), configRecord(2, "orders", "retention.ms", "1000")});
    log.write({brokerChange(1, 10, -1), brokerChange(2, 11, -1), noOp(), partitionChange(kOrders, 0, {Ids{1}, -2})});
    log.write({metadataTransaction(23), partitionChange(kOrders, 1, {Ids{1}, 1}), featureRecord("a", 1)});
    log.write({noOp(), metadataTransaction(24), partitionChange(kOrders, 1, {Ids{1, 2}, -2})});
    log.write({metadataTransaction(23), removedTopic(kOrders), metadataTransaction(25), clearedElr("")});
    log.write({removedTopic(kOrders), topicRecord("orders", kOrdersAgain), fencedBroker(2, 11, true)});
    log.write({partitionRecord(kOrdersAgain, 0, {2}, 2), configRecord(2, "orders", "retention.ms", std::nullopt)});
    log.write({unregisteredBroker(2, 11), aclRecord(kOrders, "User:a"), removedAcl(kOrders)});
    log.write({metadataTransaction(23), configRecord(2, "orders", "a", "b")});
    for (std::int64_t moment = -1; moment < log.nextOffset(); ++moment) {
        EXPECT_EQ(stateLines(*log.rebuiltAt(moment)), stateLines(*log.replayedTo(moment))) << moment;
    }
    // Of both topics of the name.
    const auto history = log.history().history({StateObjectKind::Topic, "orders"}, {"partitions", "0"});
    std::size_t steps = 0;
    for (const SubjectHistory& subject : history) {
        steps += subject.path.empty() ? 0 : subject.steps.size();
    }
    EXPECT_EQ(steps, 3u);
}

}  // namespace
}  // namespace brokerscope
