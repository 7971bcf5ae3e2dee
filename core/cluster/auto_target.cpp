#include "core/cluster/auto_target.h"

#include "core/schema/overlays.h"
#include "core/value/overlay_values.h"

#include <charconv>
#include <optional>

namespace brokerscope {
namespace {

std::optional<std::string> firstText(const ReadOverlayValues& read, const std::string& path) {
    if (path.empty()) {
        return std::nullopt;
    }
    for (const OverlayValue& value : read(path)) {
        if (const auto* text = std::get_if<std::string>(&value)) {
            return *text;
        }
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            return std::to_string(*number);
        }
    }
    return std::nullopt;
}

std::optional<std::int32_t> firstNumber(const ReadOverlayValues& read, const std::string& path) {
    const auto text = firstText(read, path);
    std::int32_t number = 0;
    if (!text || std::from_chars(text->data(), text->data() + text->size(), number).ec != std::errc()) {
        return std::nullopt;
    }
    return number;
}

RequestTarget coordinatorTarget(TargetKind kind, std::optional<std::string> key) {
    RequestTarget target;
    target.kind = key ? kind : TargetKind::Any;
    target.key = std::move(key).value_or(std::string());
    return target;
}

RequestTarget shareTarget(const RouteRule& rule, const ReadOverlayValues& read) {
    const auto group = firstText(read, rule.key);
    const auto topic = firstText(read, rule.topic);
    const auto partition = firstNumber(read, rule.partition);
    if (!group || !topic || !partition) {
        return coordinatorTarget(TargetKind::ShareCoordinator, std::nullopt);
    }
    return coordinatorTarget(TargetKind::ShareCoordinator, *group + ':' + *topic + ':' + std::to_string(*partition));
}

RequestTarget leaderTarget(const RouteRule& rule, const ReadOverlayValues& read) {
    RequestTarget target;
    const auto topic = firstText(read, rule.topic);
    const auto partition = firstNumber(read, rule.partition);
    target.kind = topic && partition ? TargetKind::PartitionLeader : TargetKind::Any;
    target.topic = topic.value_or(std::string());
    target.partition = partition.value_or(0);
    return target;
}

RequestTarget brokerTarget(const RouteRule& rule, const ReadOverlayValues& read) {
    RequestTarget target;
    const auto id = firstNumber(read, rule.key);
    target.kind = id ? TargetKind::Broker : TargetKind::Any;
    target.brokerId = id.value_or(-1);
    return target;
}

}  // namespace

RequestTarget autoTarget(const SchemaRegistry& registry, int apiKey, int version, const NodeRef& body) {
    const ApiFacts* facts = registry.overlays().api(apiKey);
    const ReadOverlayValues read = overlayValues(body);
    const RouteRule* rule = facts != nullptr && body.isValid() ? facts->route(version, read) : nullptr;
    RequestTarget target;
    target.kind = TargetKind::Any;
    if (rule == nullptr) {
        return target;
    }
    switch (rule->target) {
        case RouteTarget::Any:
        case RouteTarget::ThisBroker:
        case RouteTarget::AnyController:
            return target;
        case RouteTarget::Broker:
            return brokerTarget(*rule, read);
        case RouteTarget::Controller:
            target.kind = TargetKind::Controller;
            return target;
        case RouteTarget::GroupCoordinator:
            return coordinatorTarget(TargetKind::GroupCoordinator, firstText(read, rule->key));
        case RouteTarget::TransactionCoordinator:
            return coordinatorTarget(TargetKind::TransactionCoordinator, firstText(read, rule->key));
        case RouteTarget::ShareCoordinator:
            return shareTarget(*rule, read);
        case RouteTarget::PartitionLeader:
            return leaderTarget(*rule, read);
    }
    return target;
}

}  // namespace brokerscope
