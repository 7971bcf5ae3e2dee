#include "core/cluster/offset_fetch.h"

#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <tuple>

namespace brokerscope {
namespace {

constexpr int kManyGroupsSince = 8;

std::int16_t codeOf(const NodeRef& node) {
    return static_cast<std::int16_t>(integerField(node, "errorCode", 0));
}

GroupOffsets offsetsIn(const NodeRef& node) {
    GroupOffsets group;
    group.group = textField(node, "groupId").value_or(std::string());
    group.errorCode = codeOf(node);
    for (const NodeRef& topic : elementsField(node, "topics")) {
        const std::string name = textField(topic, "name").value_or(std::string());
        for (const NodeRef& told : elementsField(topic, "partitions")) {
            PartitionOffsets& partition = group.partitions.emplace_back();
            partition.topic = name;
            partition.partition = static_cast<std::int32_t>(integerField(told, "partitionIndex", -1));
            partition.committed = integerField(told, "committedOffset", -1);
            partition.committedLeaderEpoch = static_cast<std::int32_t>(integerField(told, "committedLeaderEpoch", -1));
            partition.metadata = textField(told, "metadata").value_or(std::string());
            partition.errorCode = codeOf(told);
        }
    }
    std::ranges::sort(group.partitions, {},
                      [](const PartitionOffsets& partition) { return std::tie(partition.topic, partition.partition); });
    return group;
}

}  // namespace

bool asksForManyGroups(int version) {
    return version >= kManyGroupsSince;
}

Result<ValueDraft> offsetFetchBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   const std::vector<std::string>& groups) {
    auto body = newRequestBody(registry, api_key::kOffsetFetch, version, choice);
    if (!body || groups.empty()) {
        return body;
    }
    if (!asksForManyGroups(version)) {
        setField(body->root, "GroupId", DraftText{groups.front()});
        setField(body->root, "Topics", DraftNull{});
        return body;
    }
    std::vector<DraftStruct> wanted;
    for (const std::string& group : groups) {
        wanted.push_back(newElement(body->root, "Groups"));
        setField(wanted.back(), "GroupId", DraftText{group});
        setField(wanted.back(), "Topics", DraftNull{});
    }
    setField(body->root, "Groups", arrayOf(std::move(wanted)));
    return body;
}

std::vector<GroupOffsets> fetchedOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                         const SchemaChoice& choice, const Limits& limits) {
    const NodeRef body = bodyOf(responseTree(registry, exchange, choice, limits));
    if (!asksForManyGroups(exchange.apiVersion.value_or(0))) {
        return {offsetsIn(body)};
    }
    std::vector<GroupOffsets> fetched;
    for (const NodeRef& group : elementsField(body, "groups")) {
        fetched.push_back(offsetsIn(group));
    }
    return fetched;
}

}  // namespace brokerscope
