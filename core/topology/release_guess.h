#pragma once

#include "core/topology/broker_versions.h"

#include <string>

namespace brokerscope {

// The Kafka release that a broker seems to run: "4.4" by its metadata.version levels, "3.5 or newer" by its API
// versions, or an empty string. A guess: forks list what they like.
std::string guessRelease(const SchemaRegistry& registry, const BrokerVersions& versions);

}  // namespace brokerscope
