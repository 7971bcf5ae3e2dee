#pragma once

#include "core/base/limits.h"
#include "core/capture/capture_limits.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

struct CaptureOptions {
    CaptureLimits limits;
    Limits messageLimits;
    SchemaChoice schemas;
    // Only connections with this port at one side are read. That side is the broker, and the other one's bytes are
    // Kafka's unless they are TLS or another known protocol.
    std::optional<std::uint16_t> port;
};

}  // namespace brokerscope
