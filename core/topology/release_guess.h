#pragma once

#include "core/topology/broker_versions.h"
#include "core/topology/kafka_release.h"

#include <optional>
#include <string>

namespace brokerscope {

// The release line whose newest metadata.version level is the newest that a broker supports. Nothing where it does not
// list that feature (other brokers than Kafka's, Kafka with ZooKeeper), or a level that no loaded release names.
std::optional<KafkaRelease> releaseByMetadataLevel(const SchemaRegistry& registry, const BrokerVersions& versions);

// The Kafka release that a broker seems to run: "4.4" by its metadata.version levels, "3.5 or newer" by its API
// versions, or an empty string. A guess: forks list what they like.
std::string guessRelease(const SchemaRegistry& registry, const BrokerVersions& versions);

}  // namespace brokerscope
