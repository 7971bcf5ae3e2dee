#include "core/base/base64.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/members_peer.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <QDateTime>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;
using ::testing::HasSubstr;

constexpr std::ptrdiff_t kBaseSequenceAt = 53;  // in a batch

// The records that real members and clients made a broker write, folded by `offsets --state`, against what the broker
// says and what the clients did.
class OffsetsOfBroker : public ::testing::TestWithParam<const char*> {
protected:
    OffsetsOfBroker()
        : m_fixture(std::string("groups-") + GetParam()), m_members(m_fixture), m_topic(unique("records-of")) {
        m_members.obey({{"do", "createTopic"}, {"topic", m_topic}, {"partitions", 3}});
        m_members.obey({{"do", "produce"}, {"topic", m_topic}, {"partition", 1}, {"count", 9}});
    }

    static std::string unique(const std::string& name) {
        return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    bool isNewer() const { return std::string(GetParam()) == "4.4.0"; }

    CliRun offsets(std::vector<std::string> options) const {
        options.insert(options.begin(), {"--bootstrap", brokerAddresses(m_fixture).bootstrap, "offsets"});
        return runBscope(options);
    }
    Json stateOf(const std::string& group, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> options{"--state", "--group", group, "--format", "json"};
        options.insert(options.end(), more.begin(), more.end());
        const CliRun run = offsets(options);
        EXPECT_EQ(run.status, 0) << run.err;
        const std::vector<Json> objects = objectsOf(run);
        EXPECT_LE(objects.size(), 1u);
        return objects.empty() ? Json() : objects.front();
    }
    // Each fact of an internal topic's state is what brokers say; at least so many are compared.
    void expectSameAs(const std::string& topic, int leastFacts) const {
        const CliRun run = offsets({"--topic", topic, "--diff-broker"});
        EXPECT_EQ(run.status, 0) << run.out << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_THAT(run.err, HasSubstr("compared, 0 differences"));
        EXPECT_GE(std::atoi(run.err.c_str()), leastFacts) << topic << ": " << run.err;
    }
    void send(const std::string& api, const std::string& body) const {
        const CliRun run =
            runBscope({"--bootstrap", brokerAddresses(m_fixture).bootstrap, "send", api, "--yes", "--body", body});
        EXPECT_EQ(run.status, 0) << run.out << run.err;
    }
    // Of the objects of the metadata with that kind, without what says where they came from.
    std::vector<Json> metadataOf(const std::string& kind, const std::vector<std::string>& source) const {
        std::vector<std::string> options{"offsets", "--topic", "__cluster_metadata", "--state", "--format", "json"};
        options.insert(options.end(), source.begin(), source.end());
        const CliRun run = runBscope(options);
        EXPECT_EQ(run.status, 0) << run.err;
        std::vector<Json> found;
        for (Json& object : objectsOf(run)) {
            if (object.contains(kind)) {
                object.erase("from");
                found.push_back(std::move(object));
            }
        }
        return found;
    }
    void expectSame(const std::string& group) const {
        const CliRun run = offsets({"--diff-broker", "--group", group});
        EXPECT_EQ(run.status, 0) << run.out << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_THAT(run.err, HasSubstr("compared, 0 differences"));
    }

    std::string m_fixture;
    MembersPeer m_members;
    std::string m_topic;
};

TEST_P(OffsetsOfBroker, GroupsOfEveryTypeAreAsTheirCoordinatorSays) {
    std::vector<std::pair<std::string, Json>> kinds{{"classic", Json::object()}};
    if (isNewer()) {
        kinds.insert(kinds.end(),
                     {{"consumer", Json::object()}, {"share", Json::object()}, {"streams", {{"topology", "plain"}}}});
    }
    for (const auto& [protocol, more] : kinds) {
        const std::string group = unique(protocol);
        Json subscription = more;
        subscription["topics"] = Json::array({m_topic});
        for (const char* client : {"a", "b"}) {
            m_members.join(client + group, group, protocol, subscription);
        }
        m_members.awaitStable(group, 2);
        if (protocol == "classic" || protocol == "consumer") {
            m_members.obey({{"do", "commit"},
                            {"client", "a" + group},
                            {"offsets", Json{{m_topic, {{"0", 0}, {"1", 4}}}}},
                            {"metadata", "by hand"}});
        }
        expectSame(group);
        EXPECT_EQ(stateOf(group)["type"], protocol);
        m_members.leave("a" + group);
        m_members.awaitStable(group, 1);
        expectSame(group);
        m_members.leave("b" + group);
        m_members.awaitStable(group, 0);
        expectSame(group);
    }
}

// Who committed this offset, when, from where; and what was before.
TEST_P(OffsetsOfBroker, CommitsAndTheirMoments) {
    const std::string group = unique("commits");
    const std::string at1 = m_topic + "-1";
    m_members.join("m" + group, group, "classic", {{"topics", Json::array({m_topic})}});
    m_members.awaitStable(group, 1);
    const auto commit = [&](int offset) {
        m_members.obey({{"do", "commit"},
                        {"client", "m" + group},
                        {"offsets", Json{{m_topic, {{"1", offset}}}}},
                        {"metadata", "step " + std::to_string(offset)}});
    };
    commit(2);
    const Json before = stateOf(group);
    EXPECT_EQ(before["offsets"][at1]["offset"], 2);
    EXPECT_EQ(before["offsets"][at1]["metadata"], "step 2");
    commit(7);
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 7);
    const std::string record = before["from"]["offsets[" + at1 + ']'].get<std::string>();
    EXPECT_EQ(stateOf(group, {"--at", record})["offsets"], before["offsets"]);
    const auto listed = objectsOf(offsets({"--group", group, "--type", "OffsetCommit", "--format", "json"}));
    ASSERT_GE(listed.size(), 2u);
    EXPECT_EQ(listed.back()["value"]["offset"], 7);
    EXPECT_EQ(listed.back()["about"], fmt::format("offset {}/{}/1", group, m_topic));
    m_members.leave("m" + group);
    m_members.awaitStable(group, 0);
    m_members.obey({{"do", "deleteGroup"}, {"group", group}});
    EXPECT_EQ(stateOf(group), Json());
    const auto after = objectsOf(offsets({"--group", group, "--format", "json"}));
    ASSERT_FALSE(after.empty());
    EXPECT_TRUE(
        std::ranges::any_of(after, [&group](const Json& each) { return each["deletes"] == Json("group " + group); }));
    expectSame(group);
}

TEST_P(OffsetsOfBroker, TransactionsDecideWhatIsCommitted) {
    const std::string group = unique("transactional");
    const std::string transactionalId = unique("tx");
    const std::string at1 = m_topic + "-1";
    m_members.join("t" + group, group, "classic", {{"topics", Json::array({m_topic})}});
    m_members.awaitStable(group, 1);
    const auto commit = [&](int offset, const char* end) {
        m_members.obey({{"do", "commitInTransaction"},
                        {"client", "t" + group},
                        {"offsets", Json{{m_topic, {{"1", offset}}}}},
                        {"transactionalId", transactionalId},
                        {"end", end}});
    };
    commit(3, "commit");
    commit(5, "abort");
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 3);
    commit(6, "open");
    const Json pending = stateOf(group);
    EXPECT_EQ(pending["offsets"][at1]["offset"], 3);
    EXPECT_EQ(pending["pendingOffsets"][at1]["producer"].size(), 1u) << pending;
    const CliRun run = offsets({"--topic", "__transaction_state", "--state", "--format", "json"});
    const std::vector<Json> ids = objectsOf(run);
    const auto ours =
        std::ranges::find_if(ids, [&](const Json& each) { return each["transactionalId"] == Json(transactionalId); });
    ASSERT_NE(ours, ids.end()) << run.err;
    EXPECT_EQ((*ours)["state"], "Ongoing");
    commit(8, "commit");
    EXPECT_EQ(stateOf(group)["offsets"][at1]["offset"], 8);
    expectSame(group);
}

// A copy of what the broker has on disk, as somebody makes it who looks at it elsewhere.
class CopiedLogs {
public:
    explicit CopiedLogs(const std::string& fixture) : m_path(temporaryPath("copied-logs")) {
        const auto log = std::filesystem::path(brokerAddresses(fixture).log);
        for (const auto& entry : std::filesystem::directory_iterator(log.parent_path() / "data")) {
            if (entry.path().filename().string().starts_with("__")) {
                std::filesystem::create_directories(m_path);
                std::filesystem::copy(entry.path(), m_path / entry.path().filename());
            }
        }
    }
    ~CopiedLogs() { std::filesystem::remove_all(m_path); }
    CopiedLogs(const CopiedLogs&) = delete;
    CopiedLogs& operator=(const CopiedLogs&) = delete;

    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

TEST_P(OffsetsOfBroker, EveryInternalTopicIsAsBrokersSay) {
    const std::string group = unique("all");
    m_members.join("a" + group, group, "classic", {{"topics", Json::array({m_topic})}});
    m_members.awaitStable(group, 1);
    for (const char* end : {"commit", "abort", "open"}) {
        m_members.obey({{"do", "commitInTransaction"},
                        {"client", "a" + group},
                        {"offsets", Json{{m_topic, {{"1", 3}}}}},
                        {"transactionalId", unique(end)},
                        {"end", end}});
    }
    m_members.obey({{"do", "setConfig"},
                    {"resource", "topic"},
                    {"name", m_topic},
                    {"config", Json{{"retention.ms", "86400000"}, {"segment.bytes", "2097152"}}}});
    m_members.obey(
        {{"do", "setConfig"}, {"resource", "broker"}, {"name", ""}, {"config", Json{{"log.cleaner.threads", "2"}}}});
    send("AlterClientQuotas",
         R"({"entries":[{"entity":[{"entityType":"user","entityName":"alice"},{"entityType":"client-id",
             "entityName":null}],"ops":[{"key":"producer_byte_rate","value":1000,"remove":false}]}],
             "validateOnly":false})");
    send("AlterUserScramCredentials", R"({"deletions":[],"upsertions":[{"name":"alice","mechanism":1,
         "iterations":4096,"salt":"c2FsdHNhbHQ=","saltedPassword":"MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}]})");
    expectSameAs("__transaction_state", 15);
    expectSameAs("__cluster_metadata", 30);
    if (isNewer()) {
        const std::string share = unique("share");
        m_members.obey({{"do", "setConfig"},
                        {"resource", "group"},
                        {"name", share},
                        {"config", Json{{"share.auto.offset.reset", "earliest"}}}});
        m_members.join("s" + share, share, "share", {{"topics", Json::array({m_topic})}, {"polling", false}});
        m_members.obey({{"do", "poll"}, {"client", "s" + share}, {"timeoutMs", 20000}, {"min", 9}});
        m_members.obey({{"do", "commit"}, {"client", "s" + share}, {"type", "accept"}, {"count", 4}});
        m_members.obey({{"do", "commit"}, {"client", "s" + share}, {"type", "release"}, {"count", 2}});
        expectSameAs("__share_group_state", 15);
    }
}

// From the broker's listener, from the controller's, and from a copy of the folder.
TEST_P(OffsetsOfBroker, MetadataIsReadFromTheQuorum) {
    m_members.obey({{"do", "setConfig"},
                    {"resource", "topic"},
                    {"name", m_topic},
                    {"config", Json{{"retention.ms", "86400000"}}}});
    const BrokerAddresses addresses = brokerAddresses(m_fixture);
    const CopiedLogs copy(m_fixture);
    for (const char* kind : {"topic", "configResource", "broker"}) {
        const std::vector<Json> fromFiles = metadataOf(kind, {"--file", copy.path()});
        EXPECT_FALSE(fromFiles.empty()) << kind;
        EXPECT_EQ(metadataOf(kind, {"--bootstrap", addresses.bootstrap}), fromFiles) << kind;
        EXPECT_EQ(metadataOf(kind, {"--bootstrap", addresses.controller}), fromFiles) << kind;
    }
    const CliRun records = offsets(
        {"--topic", "__cluster_metadata", "--format", "json", "--filter", "type:TopicRecord value.name:" + m_topic});
    EXPECT_EQ(objectsOf(records).size(), 1u) << records.err;
}

// What an operator wants to know, from the live cluster and from a copied log directory alike.
TEST_P(OffsetsOfBroker, QuestionsOfAnOperator) {
    const std::string group = unique("asked");
    const std::string transactionalId = unique("tx");
    const std::string at1 = m_topic + "-1";
    for (const char* client : {"a", "b"}) {
        m_members.join(client + group, group, isNewer() ? "consumer" : "classic", {{"topics", Json::array({m_topic})}});
    }
    m_members.awaitStable(group, 2, 3);
    const Json ofA =
        m_members.obey({{"do", "describeMember"}, {"client", "a" + group}})["assignment"].value(m_topic, Json::array());
    const bool isOfA = std::ranges::find(ofA, Json(1)) != ofA.end();
    const std::string first = (isOfA ? "a" : "b") + group;
    const std::string second = (isOfA ? "b" : "a") + group;
    const std::string firstId = m_members.obey({{"do", "describeMember"}, {"client", first}})["memberId"];
    const auto commit = [&](const std::string& client, int offset) {
        m_members.obey({{"do", "commit"}, {"client", client}, {"offsets", Json{{m_topic, {{"1", offset}}}}}});
    };
    commit(first, 2);
    m_members.leave(first);
    m_members.awaitStable(group, 1, 3);
    commit(second, 5);
    m_members.obey({{"do", "produce"},
                    {"topic", m_topic},
                    {"partition", 1},
                    {"transactionalId", transactionalId},
                    {"end", "open"}});
    const CopiedLogs copy(m_fixture);
    const auto both = [&](std::vector<std::string> options) {
        options.insert(options.begin(), "offsets");
        options.insert(options.end(), {"--format", "json"});
        std::vector<std::string> live{"--bootstrap", brokerAddresses(m_fixture).bootstrap};
        live.insert(live.end(), options.begin(), options.end());
        options.insert(options.end(), {"--file", copy.path()});
        return std::pair(objectsOf(runBscope(live)), objectsOf(runBscope(options)));
    };
    // Where did the offset come from, and who had the partition before?
    const auto [history, copiedHistory] = both({"--history", group, "--fact", "offsets[" + at1 + ']'});
    EXPECT_EQ(history, copiedHistory);
    ASSERT_GE(history.size(), 4u);
    EXPECT_EQ(history.back()["facts"][0]["before"]["offset"], 2);
    EXPECT_EQ(history.back()["facts"][0]["after"]["offset"], 5);
    EXPECT_TRUE(std::ranges::any_of(history, [&](const Json& change) {
        return change["facts"][0]["before"].dump().find(firstId) != std::string::npos;
    })) << "the first member had it";
    // Why does Describe not show the member?
    const auto [member, copiedMember] = both({"--history", group, "--fact", "members[" + firstId + ']'});
    EXPECT_EQ(member, copiedMember);
    ASSERT_FALSE(member.empty());
    EXPECT_EQ(member.back()["facts"][0]["after"], nullptr);
    // What did the group look like then?
    const std::string moment = history.back()["facts"][0]["from"];
    const auto [state, copiedState] = both({"--group", group, "--at", moment});
    EXPECT_EQ(state, copiedState);
    ASSERT_EQ(state.size(), 1u);
    EXPECT_EQ(state[0]["offsets"][at1]["offset"], 2);
    EXPECT_TRUE(state[0]["members"].contains(firstId)) << state[0];
    // Which transaction holds the partition back?
    const auto [answers, copiedAnswers] = both({"--topic", "__transaction_state", "--answers"});
    for (const std::vector<Json>& told : {answers, copiedAnswers}) {
        EXPECT_TRUE(std::ranges::any_of(told, [&](const Json& answer) {
            return answer["answer"] == "openTransaction" && answer["transactionalId"] == Json(transactionalId) &&
                   answer["partitions"] == Json::array({at1});
        })) << Json(told);
    }
}

// KIP-664: it is open for the leader of its partition, and nobody will ever end it. A broker that does not verify takes
// the records of whoever comes.
TEST_P(OffsetsOfBroker, ATransactionThatNoCoordinatorKnowsHangs) {
    const auto setVerification = [this](const char* value) {
        send("IncrementalAlterConfigs",
             fmt::format(R"({{"resources":[{{"resourceType":4,"resourceName":"","configs":[{{"name":
                 "transaction.partition.verification.enable","configOperation":0,"value":"{}"}}]}}],
                 "validateOnly":false}})",
                         value));
    };
    const std::int64_t producer =
        1'000'000'000 + std::chrono::system_clock::now().time_since_epoch().count() % 1'000'000;
    WrittenBatch batch = transactionalBatch(producer, {plainRecord("k", "v")});
    batch.timestamp = QDateTime::currentMSecsSinceEpoch();
    ByteBuffer bytes = batch.at(0);
    std::fill_n(bytes.begin() + kBaseSequenceAt, 4, std::uint8_t{0});
    setVerification("false");
    const CliRun produced = runBscope(
        {"--bootstrap", brokerAddresses(m_fixture).bootstrap, "send", "Produce", "--version", "11", "--yes", "--body",
         fmt::format(R"({{"transactionalId":"nobody","acks":-1,"timeoutMs":5000,"topicData":[{{"name":"{}",
             "partitionData":[{{"index":1,"records":"{}"}}]}}]}})",
                     m_topic, toBase64(sealed(bytes)))});
    ASSERT_EQ(produced.status, 0) << produced.out << produced.err;
    setVerification("true");
    const auto hanging = [&] {
        std::vector<Json> rows =
            objectsOf(offsets({"--topic", "__transaction_state", "--answers", "--format", "json"}));
        std::erase_if(rows, [](const Json& row) { return row["answer"] != "hangingTransaction"; });
        return rows;
    };
    const std::vector<Json> found = hanging();
    ASSERT_EQ(found.size(), 1u) << Json(found);
    EXPECT_EQ(found[0]["producerId"], producer);
    EXPECT_EQ(found[0]["topic"], m_topic);
    EXPECT_EQ(found[0]["topicPartition"], 1);
    EXPECT_EQ(found[0]["startOffset"], 9);
    EXPECT_EQ(found[0]["lastMs"], batch.timestamp);
    const CliRun differing = offsets({"--topic", "__transaction_state", "--diff-broker"});
    EXPECT_EQ(differing.status, 1) << differing.err;
    EXPECT_THAT(differing.out, HasSubstr(fmt::format("producer {} hangingTransaction[{}-1]: the log says nothing, "
                                                     "DescribeProducers, ListTransactions says {{\"startOffset\":9,",
                                                     producer, m_topic)));
    // What an administrator does then.
    send("WriteTxnMarkers", fmt::format(R"({{"markers":[{{"producerId":{},"producerEpoch":0,"transactionResult":false,
        "topics":[{{"name":"{}","partitionIndexes":[1]}}],"coordinatorEpoch":0}}]}})",
                                        producer, m_topic));
    EXPECT_THAT(hanging(), ::testing::IsEmpty());
    expectSameAs("__transaction_state", 0);
}

std::string groupsBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("groups_") + instance.param + "_broker";
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, OffsetsOfBroker, ::testing::Values("4.4.0", "3.9.2"), groupsBrokerName);

}  // namespace
}  // namespace brokerscope
