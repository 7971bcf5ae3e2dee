#include "core/schema/overlays.h"

#include "core/schema/overlay_tables.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 9> kTargets{"any",
                                                   "thisBroker",
                                                   "broker",
                                                   "controller",
                                                   "anyController",
                                                   "groupCoordinator",
                                                   "transactionCoordinator",
                                                   "shareCoordinator",
                                                   "partitionLeader"};

}  // namespace

std::optional<RouteTarget> routeTargetByName(std::string_view name) {
    const auto found = std::find(kTargets.begin(), kTargets.end(), name);
    return found == kTargets.end() ? std::nullopt : std::optional(static_cast<RouteTarget>(found - kTargets.begin()));
}

const RouteRule* ApiFacts::route(int version, const ReadOverlayValues& read) const {
    const auto found = std::find_if(routes.begin(), routes.end(),
                                    [&](const RouteRule& rule) { return rule.scope.applies(version, read); });
    return found == routes.end() ? nullptr : &*found;
}

std::optional<std::string> ApiFacts::changes(int version, const ReadOverlayValues& read) const {
    const auto found = std::find_if(mutations.begin(), mutations.end(),
                                    [&](const MutatingRule& rule) { return rule.scope.applies(version, read); });
    return found == mutations.end() ? std::nullopt : std::optional(found->changes);
}

struct Overlays::Impl {
    OverlayTables tables;
};

Overlays::Overlays(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Overlays::~Overlays() = default;
Overlays::Overlays(Overlays&&) noexcept = default;
Overlays& Overlays::operator=(Overlays&&) noexcept = default;

Result<Overlays> Overlays::read(const std::vector<OverlayText>& texts, const SchemaRegistry& registry) {
    auto tables = readOverlayTables(texts, registry);
    if (!tables) {
        return tl::unexpected(tables.error());
    }
    return Overlays(std::make_unique<Impl>(Impl{std::move(*tables)}));
}

Result<void> Overlays::validate(const SchemaRegistry& registry) const {
    return validateOverlayTables(m_impl->tables, registry);
}

const ApiFacts* Overlays::api(int apiKey) const {
    const auto found = m_impl->tables.apis.find(apiKey);
    return found == m_impl->tables.apis.end() ? nullptr : &found->second;
}

const std::vector<ApiFamily>& Overlays::families() const {
    return m_impl->tables.families;
}

const CoordinatorFacts* Overlays::coordinator(RouteTarget target) const {
    const auto& coordinators = m_impl->tables.coordinators;
    const auto found = std::find_if(coordinators.begin(), coordinators.end(),
                                    [&](const CoordinatorFacts& facts) { return facts.target == target; });
    return found == coordinators.end() ? nullptr : &*found;
}

std::vector<std::int16_t> Overlays::staleTargetErrors(RouteTarget target) const {
    const auto found = m_impl->tables.staleTargetErrors.find(target);
    return found == m_impl->tables.staleTargetErrors.end() ? std::vector<std::int16_t>{} : found->second;
}

std::vector<EndpointFacts> Overlays::endpoints(std::string_view message) const {
    std::vector<EndpointFacts> result;
    std::copy_if(m_impl->tables.endpoints.begin(), m_impl->tables.endpoints.end(), std::back_inserter(result),
                 [&](const EndpointFacts& facts) { return facts.message == message; });
    return result;
}

const NestedRules& Overlays::nested() const {
    return m_impl->tables.nested;
}

const std::vector<InternalTopicFacts>& Overlays::internalTopics() const {
    return m_impl->tables.internalTopics;
}

const RecordsFieldFacts* Overlays::recordsField(std::string_view message, std::string_view path) const {
    const std::string pattern = pathPattern(path);
    const auto& fields = m_impl->tables.recordsFields;
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const RecordsFieldFacts& facts) {
        return facts.message == message && facts.path == pattern;
    });
    return found == fields.end() ? nullptr : &*found;
}

}  // namespace brokerscope
