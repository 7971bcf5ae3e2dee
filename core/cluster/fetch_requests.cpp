#include "core/cluster/fetch_requests.h"

#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

constexpr std::int64_t kConsumer = -1;  // ReplicaId

void nameTopic(DraftStruct& topic, int version, const std::string& name, const Uuid& id) {
    if (version >= kFetchTopicIdSince) {
        setField(topic, "TopicId", id);
    } else {
        setField(topic, "Topic", DraftText{name});
    }
}

std::int64_t levelOf(IsolationLevel isolation) {
    return isolation == IsolationLevel::ReadCommitted ? 1 : 0;
}

// v0: a list of segment offsets, the one at or before the time first.
std::int64_t oldStyleOffset(const NodeRef& partition) {
    const std::vector<NodeRef> offsets = elementsField(partition, "oldStyleOffsets");
    return offsets.empty() ? -1 : offsets.front().node().integer;
}

}  // namespace

Result<ValueDraft> topicMetadataBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                     const std::vector<std::string>& topics) {
    auto body = newRequestBody(registry, api_key::kMetadata, version, choice);
    if (!body) {
        return body;
    }
    if (version < kMetadataNoCreationSince) {
        if (version >= kMetadataNullIsAllSince) {
            setField(body->root, "Topics", DraftNull{});
        }
        return body;
    }
    std::vector<DraftStruct> wanted;
    for (const std::string& topic : topics) {
        wanted.push_back(newElement(body->root, "Topics"));
        setField(wanted.back(), "Name", DraftText{topic});
    }
    setField(body->root, "Topics", arrayOf(std::move(wanted)));
    setField(body->root, "AllowAutoTopicCreation", std::int64_t{0});
    return body;
}

Result<ValueDraft> listOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   const FetchOptions& options, const std::vector<OffsetWanted>& partitions,
                                   std::int64_t timestamp, std::int64_t timeoutMs) {
    return listOffsetsBody(registry, version, choice, options.isolation, {{options.topic, partitions}}, timestamp,
                           timeoutMs);
}

Result<ValueDraft> listOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   IsolationLevel isolation, const OffsetsWanted& topics, std::int64_t timestamp,
                                   std::int64_t timeoutMs) {
    auto body = newRequestBody(registry, api_key::kListOffsets, version, choice);
    if (!body) {
        return body;
    }
    std::vector<DraftStruct> named;
    for (const auto& [name, partitions] : topics) {
        DraftStruct topic = newElement(body->root, "Topics");
        std::vector<DraftStruct> wanted;
        for (const OffsetWanted& partition : partitions) {
            DraftStruct one = newElement(topic, "Partitions");
            setField(one, "PartitionIndex", std::int64_t{partition.partition});
            setKnownField(one, "CurrentLeaderEpoch", std::int64_t{partition.leaderEpoch});
            setField(one, "Timestamp", timestamp);
            wanted.push_back(std::move(one));
        }
        setField(topic, "Name", DraftText{name});
        setField(topic, "Partitions", arrayOf(std::move(wanted)));
        named.push_back(std::move(topic));
    }
    setField(body->root, "ReplicaId", kConsumer);
    if (version >= kListOffsetsIsolationSince) {
        setField(body->root, "IsolationLevel", levelOf(isolation));
    }
    setKnownField(body->root, "TimeoutMs", timeoutMs);
    setField(body->root, "Topics", arrayOf(std::move(named)));
    return body;
}

Result<ValueDraft> fetchBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                             const FetchOptions& options, const Uuid& topicId, const OwnFetchSession::Request& request,
                             std::int64_t maxWaitMs) {
    auto body = newRequestBody(registry, api_key::kFetch, version, choice);
    if (!body) {
        return body;
    }
    DraftStruct& root = body->root;
    setField(root, "MaxWaitMs", maxWaitMs);
    setField(root, "MinBytes", std::int64_t{1});
    setField(root, "MaxBytes", std::int64_t{options.maxBytes});
    setField(root, "IsolationLevel", levelOf(options.isolation));
    setField(root, "SessionId", std::int64_t{request.sessionId});
    setField(root, "SessionEpoch", std::int64_t{request.sessionEpoch});
    if (!request.named.empty()) {
        DraftStruct topic = newElement(root, "Topics");
        std::vector<DraftStruct> named;
        for (const FetchRequestPartition& partition : request.named) {
            DraftStruct one = newElement(topic, "Partitions");
            setField(one, "Partition", std::int64_t{partition.partition});
            setField(one, "CurrentLeaderEpoch", std::int64_t{partition.leaderEpoch});
            setField(one, "FetchOffset", partition.offset);
            setField(one, "PartitionMaxBytes", std::int64_t{partition.maxBytes});
            named.push_back(std::move(one));
        }
        nameTopic(topic, version, options.topic, topicId);
        setField(topic, "Partitions", arrayOf(std::move(named)));
        setField(root, "Topics", arrayOfOne(std::move(topic)));
    }
    if (!request.forgotten.empty()) {
        DraftStruct topic = newElement(root, "ForgottenTopicsData");
        nameTopic(topic, version, options.topic, topicId);
        setField(topic, "Partitions", arrayOfNumbers(request.forgotten));
        setField(root, "ForgottenTopicsData", arrayOfOne(std::move(topic)));
    }
    return body;
}

std::map<std::string, std::map<std::int32_t, ListedOffset>> listedOffsets(const SchemaRegistry& registry,
                                                                          const Exchange& exchange,
                                                                          const SchemaChoice& choice,
                                                                          const Limits& limits) {
    std::map<std::string, std::map<std::int32_t, ListedOffset>> listed;
    const NodeRef body = bodyOf(responseTree(registry, exchange, choice, limits));
    for (const NodeRef& told : elementsField(body, "topics")) {
        auto& topic = listed[textField(told, "name").value_or(std::string())];
        for (const NodeRef& partition : elementsField(told, "partitions")) {
            const auto index = static_cast<std::int32_t>(integerField(partition, "partitionIndex", -1));
            const std::int64_t offset = integerField(partition, "offset", -1);
            topic[index] = {static_cast<std::int16_t>(integerField(partition, "errorCode", 0)),
                            exchange.apiVersion == 0 ? oldStyleOffset(partition) : offset};
        }
    }
    return listed;
}

std::map<std::int32_t, ListedOffset> listedOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                                   const SchemaChoice& choice, const Limits& limits,
                                                   const std::string& topic) {
    return listedOffsets(registry, exchange, choice, limits)[topic];
}

}  // namespace brokerscope
