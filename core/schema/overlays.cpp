#include "core/schema/overlays.h"

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

std::string_view routeTargetName(RouteTarget target) {
    return kTargets[static_cast<std::size_t>(target)];
}

const RouteRule* ApiFacts::route(int version, const ReadOverlayValues& read) const {
    for (const RouteRule& rule : routes) {
        if (rule.scope.applies(version, read)) {
            return &rule;
        }
    }
    return nullptr;
}

std::optional<std::string> ApiFacts::changes(int version, const ReadOverlayValues& read) const {
    for (const MutatingRule& rule : mutations) {
        if (rule.scope.applies(version, read)) {
            return rule.changes;
        }
    }
    return std::nullopt;
}

struct Overlays::Impl {
    std::vector<ApiFamily> families;
};

Overlays::Overlays(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Overlays::~Overlays() = default;
Overlays::Overlays(Overlays&&) noexcept = default;
Overlays& Overlays::operator=(Overlays&&) noexcept = default;

Result<Overlays> Overlays::read(const std::vector<OverlayText>&, const SchemaRegistry&) {
    return Overlays(std::make_unique<Impl>());
}

const ApiFacts* Overlays::api(int) const {
    return nullptr;
}

const std::vector<ApiFamily>& Overlays::families() const {
    return m_impl->families;
}

const CoordinatorFacts* Overlays::coordinator(RouteTarget) const {
    return nullptr;
}

std::vector<std::int16_t> Overlays::staleTargetErrors(RouteTarget) const {
    return {};
}

std::vector<EndpointFacts> Overlays::endpoints(std::string_view) const {
    return {};
}

}  // namespace brokerscope
