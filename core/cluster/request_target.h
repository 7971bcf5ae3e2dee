#pragma once

#include "core/topology/endpoint.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

enum class TargetKind : std::uint8_t {
    Auto,        // what the API needs, by the overlay's routing facts and the request's own fields
    Any,         // the bootstrap connection
    Controller,  // the controller that the metadata names
    Broker,      // broker or controller with `brokerId`
    Address,     // `address`, whether the cluster knows it or not
    GroupCoordinator,
    TransactionCoordinator,  // of `key`
    ShareCoordinator,        // of `key`: group:topicId:partition
    PartitionLeader          // of `topic`, `partition`
};

// Who shall get a request.
struct RequestTarget {
    TargetKind kind = TargetKind::Auto;
    std::int32_t brokerId = -1;
    Endpoint address;
    std::string key;
    std::string topic;
    std::int32_t partition = 0;

    bool operator==(const RequestTarget&) const = default;

    // "auto", "any", "controller", a broker id, HOST:PORT. Errors: InvalidValue.
    static Result<RequestTarget> parse(std::string_view text);
    // "coordinator of group g1", "leader of orders-0", "broker 2", "any broker" …
    std::string describe() const;
};

}  // namespace brokerscope
