#pragma once

#include "tests/unit/core/internal_topics/group_log.h"

#include <optional>
#include <string_view>
#include <vector>

namespace brokerscope::testing {

// Records of __cluster_metadata as controllers write them: value => frame version 1, type, version, fields.
WrittenRecord metadataRecord(int type, int version, const ByteBuffer& fields);

WrittenRecord topicRecord(std::string_view name, const Uuid& id);
WrittenRecord removedTopic(const Uuid& id);
WrittenRecord partitionRecord(const Uuid& topic, int partition, const std::vector<std::int32_t>& replicas, int leader);
struct PartitionChangeWords {
    std::optional<std::vector<std::int32_t>> isr;
    std::optional<int> leader;
};
WrittenRecord partitionChange(const Uuid& topic, int partition, const PartitionChangeWords& words);
WrittenRecord clearedElr(std::string_view topic);
WrittenRecord brokerRecord(int id, std::int64_t epoch, bool isFenced = true);
WrittenRecord brokerChange(int id, std::int64_t epoch, int fenced);
WrittenRecord fencedBroker(int id, std::int64_t epoch, bool isFenced);
WrittenRecord unregisteredBroker(int id, std::int64_t epoch);
WrittenRecord configRecord(int resourceType, std::string_view resource, std::string_view name,
                           const std::optional<std::string>& value);
WrittenRecord featureRecord(std::string_view name, int level);
WrittenRecord quotaRecord(std::string_view user, std::string_view key, double value, bool isRemoved);
WrittenRecord scramRecord(std::string_view user, int iterations);
WrittenRecord aclRecord(const Uuid& id, std::string_view principal);
WrittenRecord removedAcl(const Uuid& id);
WrittenRecord noOp();
// 23 begin, 24 end, 25 abort.
WrittenRecord metadataTransaction(int type);

}  // namespace brokerscope::testing
