#pragma once

#include "core/schema/message_spec.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

struct StructLayout;

// One field as it is on the wire at one version: everything that depends on the version is resolved.
struct FieldLayout {
    const FieldSpec* spec = nullptr;
    FieldType type = FieldType::Int32;  // of the elements where isArray
    bool isArray = false;
    bool compact = false;  // lengths and counts are unsigned varints of length+1
    bool nullable = false;
    FieldEncoding encoding = FieldEncoding::Ordinary;
    std::int64_t tag = -1;  // -1: an ordinary field
    const StructLayout* structure = nullptr;

    // Documentation name of the wire type: INT8, COMPACT_NULLABLE_STRING, ARRAY, RECORDS, STRUCT, VARLONG …
    std::string wireTypeName() const;
    std::string elementWireTypeName() const;  // of one element of an array; string elements are never nullable
};

// Bytes of one value of `type`, or 0 where the size varies (string, bytes, records, struct).
std::uint32_t fixedSize(FieldType type);

struct StructLayout {
    const StructSpec* spec = nullptr;
    bool flexible = false;            // ends in a tag section
    std::vector<FieldLayout> fields;  // ordinary fields in wire order
    std::vector<FieldLayout> tagged;  // ascending by tag

    const FieldLayout* findTagged(std::uint32_t tag) const;
};

// A message flattened for one version. Immutable, thread safe, keeps its spec alive.
struct MessageLayout {
    std::shared_ptr<const MessageSpec> spec;
    std::int16_t version = 0;
    bool flexible = false;
    bool unknownBody = false;
    // Of a header whose version nobody knows: it has what every version begins with, and `version` says nothing.
    bool versionUnknown = false;
    StructLayout* root = nullptr;                        // within `structs`
    std::vector<std::unique_ptr<StructLayout>> structs;  // each StructSpec once

    static std::shared_ptr<const MessageLayout> make(std::shared_ptr<const MessageSpec> spec, std::int16_t version,
                                                     bool versionUnknown = false);
};

}  // namespace brokerscope
