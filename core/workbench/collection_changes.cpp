#include "core/workbench/collection_changes.h"

#include "core/topology/own_versions.h"
#include "core/workbench/minimal_requests.h"
#include "core/workbench/mutation.h"
#include "core/workbench/raw_request.h"

namespace brokerscope {
namespace {

std::optional<std::string> changeByPlan(const RequestPlan& plan, const PlanContext& context) {
    const SchemaRegistry& registry = *context.registry;
    if (plan.raw) {
        const auto change = changeByRawBytes(registry, *plan.raw, context.choice, context.limits);
        return change ? std::optional(change->sentence()) : std::nullopt;
    }
    const int apiKey = plan.apiKey.value_or(-1);
    const OwnVersions own = ownVersions(registry, apiKey, context.choice);
    const std::int16_t version = plan.version ? own.nearest(*plan.version) : own.latestStable;
    const std::string minimal = minimalBodyText(MinimalRequests::embedded().find(apiKey, version, false), {});
    const auto what = plan.pending.empty() ? changeByBody(registry, apiKey, version, plan.body.value_or(minimal),
                                                          context.choice, context.limits)
                                           : tl::unexpected(Error{});
    if (what) {
        return *what ? std::optional(changeSentence(plan.apiName, **what)) : std::nullopt;
    }
    return isMutatingApi(registry, apiKey) ? std::optional(changeSentence(plan.apiName, "anything")) : std::nullopt;
}

}  // namespace

std::vector<CollectionChange> changesByChain(const CollectedChain& chain, const std::vector<RequestPlan>& plans,
                                             const PlanContext& context) {
    std::vector<CollectionChange> changes;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (auto sentence = changeByPlan(plans[i], context)) {
            changes.push_back({chain.requests[i].path, std::move(*sentence)});
        }
    }
    return changes;
}

}  // namespace brokerscope
