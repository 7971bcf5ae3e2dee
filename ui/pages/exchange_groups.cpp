#include "ui/pages/exchange_groups.h"

#include "core/schema/overlays.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <map>

namespace brokerscope {
namespace {

constexpr std::size_t kMostTellers = 300;

// Definitions of both sides of an API; fewer where they are not known.
std::vector<std::shared_ptr<const MessageSpec>> specsOf(const SchemaRegistry& registry, int apiKey) {
    std::vector<std::shared_ptr<const MessageSpec>> specs;
    const ApiInfo* api = registry.api(apiKey);
    for (const char* side : {"Request", "Response"}) {
        if (api != nullptr) {
            if (auto spec = registry.spec(api->name + side)) {
                specs.push_back(std::move(*spec));
            }
        }
    }
    return specs;
}

bool mayNeedGroups(const SchemaRegistry& registry, const Exchange& exchange) {
    const auto specs = exchange.apiKey ? specsOf(registry, *exchange.apiKey) : specsOf(registry, -1);
    return std::ranges::any_of(specs,
                               [&](const auto& spec) { return registry.overlays().nested().concern(spec->name); });
}

// Whether messages of an API have the fields that tell.
class Tellers {
public:
    explicit Tellers(const SchemaRegistry& registry) : m_registry(registry) {}

    bool contain(const Exchange& exchange) {
        if (!exchange.apiKey || exchange.internal) {
            return false;
        }
        const auto [entry, isNew] = m_known.try_emplace(*exchange.apiKey, false);
        if (isNew) {
            const auto specs = specsOf(m_registry, *exchange.apiKey);
            entry->second = std::ranges::any_of(specs, [this](const auto& spec) { return tells(*spec); });
        }
        return entry->second;
    }

private:
    bool tells(const MessageSpec& spec) const {
        const auto& facts = m_registry.overlays().nested().facts();
        return std::ranges::any_of(spec.root.fields, [&facts](const FieldSpec& field) {
            return std::ranges::find(facts, field.jsonName) != facts.end();
        });
    }

    const SchemaRegistry& m_registry;
    std::map<int, bool> m_known;
};

}  // namespace

GroupFacts groupsBefore(const SchemaRegistry& registry, const ExchangeStore& store, const Exchange& exchange,
                        const Limits& limits, const CancelToken& cancel) {
    GroupFacts groups(registry);
    if (!mayNeedGroups(registry, exchange)) {
        return groups;
    }
    Tellers tellers(registry);
    std::vector<std::shared_ptr<const Exchange>> told;
    for (const auto& earlier : store.since(ExchangeId::None)) {
        if (earlier->id <= exchange.id && tellers.contain(*earlier)) {
            told.push_back(earlier);
        }
    }
    const std::size_t first = told.size() - std::min(told.size(), kMostTellers);
    for (std::size_t i = first; i < told.size() && !cancel.isCancelled(); ++i) {
        const auto request = requestTree(registry, *told[i], {}, limits);
        const auto response = responseTree(registry, *told[i], {}, limits);
        const NodeRef asked = request != nullptr ? bodyOf(request) : NodeRef();
        groups.learn(asked, {});
        groups.learn(response != nullptr ? bodyOf(response) : NodeRef(), asked);
    }
    return groups;
}

}  // namespace brokerscope
