#include "core/cluster/share_offsets.h"

#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <tuple>

namespace brokerscope {
namespace {

GroupOffsets startsIn(const NodeRef& node) {
    GroupOffsets group;
    group.group = textField(node, "groupId").value_or(std::string());
    group.errorCode = static_cast<std::int16_t>(integerField(node, "errorCode", 0));
    for (const NodeRef& topic : elementsField(node, "topics")) {
        const std::string name = textField(topic, "topicName").value_or(std::string());
        for (const NodeRef& told : elementsField(topic, "partitions")) {
            PartitionOffsets& partition = group.partitions.emplace_back();
            partition.topic = name;
            partition.partition = static_cast<std::int32_t>(integerField(told, "partitionIndex", -1));
            partition.shareStart = integerField(told, "startOffset", -1);
            partition.shareLag = integerField(told, "lag", -1);
            partition.errorCode = static_cast<std::int16_t>(integerField(told, "errorCode", 0));
        }
    }
    std::ranges::sort(group.partitions, {},
                      [](const PartitionOffsets& partition) { return std::tie(partition.topic, partition.partition); });
    return group;
}

}  // namespace

Result<ValueDraft> shareOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                    const std::vector<std::string>& groups) {
    auto body = newRequestBody(registry, api_key::kDescribeShareGroupOffsets, version, choice);
    if (!body) {
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

std::vector<GroupOffsets> shareOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                       const SchemaChoice& choice, const Limits& limits) {
    std::vector<GroupOffsets> told;
    for (const NodeRef& group : elementsField(bodyOf(responseTree(registry, exchange, choice, limits)), "groups")) {
        told.push_back(startsIn(group));
    }
    return told;
}

}  // namespace brokerscope
