#include "core/cluster/whole_groups.h"

#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <tuple>

namespace brokerscope {
namespace {

std::int16_t codeOf(const NodeRef& node) {
    return static_cast<std::int16_t>(integerField(node, "errorCode", 0));
}

}  // namespace

void setWholeGroups(DraftStruct& body, const std::vector<std::string>& groups) {
    std::vector<DraftStruct> wanted;
    for (const std::string& group : groups) {
        wanted.push_back(newElement(body, "Groups"));
        setField(wanted.back(), "GroupId", DraftText{group});
        setField(wanted.back(), "Topics", DraftNull{});
    }
    setField(body, "Groups", arrayOf(std::move(wanted)));
}

GroupOffsets wholeGroup(const NodeRef& node, std::string_view topicName, ReadPartition read) {
    GroupOffsets group;
    group.group = textField(node, "groupId").value_or(std::string());
    group.errorCode = codeOf(node);
    for (const NodeRef& topic : elementsField(node, "topics")) {
        const std::string name = textField(topic, topicName).value_or(std::string());
        for (const NodeRef& told : elementsField(topic, "partitions")) {
            PartitionOffsets& partition = group.partitions.emplace_back();
            partition.topic = name;
            partition.partition = static_cast<std::int32_t>(integerField(told, "partitionIndex", -1));
            partition.errorCode = codeOf(told);
            read(told, partition);
        }
    }
    std::ranges::sort(group.partitions, {},
                      [](const PartitionOffsets& partition) { return std::tie(partition.topic, partition.partition); });
    return group;
}

std::vector<GroupOffsets> wholeGroups(const NodeRef& body, std::string_view topicName, ReadPartition read) {
    std::vector<GroupOffsets> told;
    for (const NodeRef& group : elementsField(body, "groups")) {
        told.push_back(wholeGroup(group, topicName, read));
    }
    return told;
}

}  // namespace brokerscope
