#pragma once

#include "tests/kafka/kafka_formatters.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope::testing {

// Compares what `bscope offsets --format json` says of records, field by field, with what Kafka's own tools print.
class RecordComparison {
public:
    // Both are of one record. A formatter is compared on records of the types that it is for.
    void compare(const FormattedRecord& theirs, const nlohmann::json& ours);

    // By tool, and by our name of the record type with " tombstone" behind it where it is one: what was compared.
    using Counts = std::map<std::string, std::map<std::string, int>>;
    const Counts& counts() const { return m_counts; }
    // A line each: the record, the path of the field, and both sides.
    const std::vector<std::string>& differences() const { return m_differences; }

private:
    void compareDumped(const std::string& text, const nlohmann::json& ours);
    void comparePayload(const std::optional<std::string>& key, const std::string& payload, const nlohmann::json& ours);
    void compareOldTransaction(const std::string& id, const std::string& payload, const nlohmann::json& ours);
    void compareCoordinator(const nlohmann::json& key, const nlohmann::json& value, const nlohmann::json& ours);
    void compareMetadata(const nlohmann::json& theirs, const nlohmann::json& ours);
    void compareValue(const std::string& path, const nlohmann::json& theirs, const nlohmann::json& ours);
    void differ(const std::string& path, const std::string& theirs, const std::string& ours);

    std::string m_record;  // under comparison, for differences
    Counts m_counts;
    std::vector<std::string> m_differences;
};

}  // namespace brokerscope::testing
