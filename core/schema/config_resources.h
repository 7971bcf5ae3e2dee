#pragma once

#include <cstdint>

namespace brokerscope {

// What may have configurations of its own, by its number on the wire (org.apache.kafka.common.config.ConfigResource):
// those that something here acts on. All others are known by the enum configResourceType of the overlays alone.
namespace config_resource {

inline constexpr std::int8_t kTopic = 2;
inline constexpr std::int8_t kBroker = 4;
inline constexpr std::int8_t kClientMetrics = 16;
inline constexpr std::int8_t kGroup = 32;  // KIP-848

}  // namespace config_resource

}  // namespace brokerscope
