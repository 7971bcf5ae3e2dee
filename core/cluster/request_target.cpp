#include "core/cluster/request_target.h"

#include <charconv>

namespace brokerscope {

Result<RequestTarget> RequestTarget::parse(std::string_view text) {
    RequestTarget target;
    if (text == "auto") {
        return target;
    }
    if (text == "any" || text == "controller") {
        target.kind = text == "any" ? TargetKind::Any : TargetKind::Controller;
        return target;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target.brokerId);
    if (error == std::errc() && end == text.data() + text.size() && target.brokerId >= 0) {
        target.kind = TargetKind::Broker;
        return target;
    }
    const Result<Endpoint> address = Endpoint::parse(text);
    if (!address) {
        return failure(MessageId::InvalidValue,
                       {"target", std::string(text), "auto, any, controller, a broker id or HOST:PORT"});
    }
    target.kind = TargetKind::Address;
    target.brokerId = -1;
    target.address = *address;
    return target;
}

std::string RequestTarget::describe() const {
    switch (kind) {
        case TargetKind::Auto:
            return "auto";
        case TargetKind::Any:
            return "any broker";
        case TargetKind::Controller:
            return "controller";
        case TargetKind::Broker:
            return "broker " + std::to_string(brokerId);
        case TargetKind::Address:
            return address.toString();
        case TargetKind::GroupCoordinator:
            return "coordinator of group " + key;
        case TargetKind::TransactionCoordinator:
            return "coordinator of transaction " + key;
        case TargetKind::ShareCoordinator:
            return "coordinator of share partition " + key;
        case TargetKind::PartitionLeader:
            return "leader of " + topic + '-' + std::to_string(partition);
    }
    return {};
}

}  // namespace brokerscope
