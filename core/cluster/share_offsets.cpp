#include "core/cluster/share_offsets.h"

#include "core/cluster/request_body.h"
#include "core/cluster/whole_groups.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

void readStart(const NodeRef& told, PartitionOffsets& partition) {
    partition.shareStart = integerField(told, "startOffset", -1);
    partition.shareLag = integerField(told, "lag", -1);
}

}  // namespace

Result<ValueDraft> shareOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                    const std::vector<std::string>& groups) {
    auto body = newRequestBody(registry, api_key::kDescribeShareGroupOffsets, version, choice);
    if (body) {
        setWholeGroups(body->root, groups);
    }
    return body;
}

std::vector<GroupOffsets> shareOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                       const SchemaChoice& choice, const Limits& limits) {
    return wholeGroups(bodyOf(responseTree(registry, exchange, choice, limits)), "topicName", readStart);
}

}  // namespace brokerscope
