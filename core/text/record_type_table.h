#pragma once

#include "core/schema/record_types.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One record type of an internal topic, over all loaded releases and what the overlays add: types that releases had and
// dropped, and numbers that are kept free.
struct RecordTypeRow {
    std::int32_t type = 0;
    std::string name;  // "OffsetCommit"; of framed topics the definition's own
    RecordTypeFacts::Status status = RecordTypeFacts::Status::Current;
    std::string keyDefinition;  // of the newest release that has it; empty: none
    std::string valueDefinition;
    VersionRange valueVersions;         // over all releases; empty: none
    std::vector<std::string> releases;  // those that have a definition of it, newest first
    std::string subject;                // "group {groupId}: member {memberId}"; empty: nothing is said
    std::vector<RecordVariant> variants;
};

// Ascending by type.
std::vector<RecordTypeRow> recordTypeTable(const SchemaRegistry& registry, const InternalTopicFacts& topic);

}  // namespace brokerscope
