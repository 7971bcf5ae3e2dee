#include "core/cluster/offset_fetch.h"

#include "core/cluster/request_body.h"
#include "core/cluster/whole_groups.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

constexpr int kManyGroupsSince = 8;
constexpr std::string_view kTopicName = "name";

void readCommit(const NodeRef& told, PartitionOffsets& partition) {
    partition.committed = integerField(told, "committedOffset", -1);
    partition.committedLeaderEpoch = static_cast<std::int32_t>(integerField(told, "committedLeaderEpoch", -1));
    partition.metadata = textField(told, "metadata").value_or(std::string());
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
    if (asksForManyGroups(version)) {
        setWholeGroups(body->root, groups);
    } else {
        setField(body->root, "GroupId", DraftText{groups.front()});
        setField(body->root, "Topics", DraftNull{});
    }
    return body;
}

std::vector<GroupOffsets> fetchedOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                         const SchemaChoice& choice, const Limits& limits) {
    const NodeRef body = bodyOf(responseTree(registry, exchange, choice, limits));
    if (!asksForManyGroups(exchange.apiVersion.value_or(0))) {
        return {wholeGroup(body, kTopicName, readCommit)};
    }
    return wholeGroups(body, kTopicName, readCommit);
}

}  // namespace brokerscope
