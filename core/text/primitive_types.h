#pragma once

#include "core/schema/message_layout.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One way in which the protocol writes a value (Kafka's protocol guide, "Protocol Primitive Types"; the varint forms of
// bytes are those of records).
struct PrimitiveType {
    FieldType type = FieldType::Int32;
    bool isArray = false;
    bool compact = false;
    bool nullable = false;
    FieldEncoding encoding = FieldEncoding::Ordinary;
    bool isUnsignedVarint = false;  // a number that no field has by itself: lengths, counts and tags are written so
    std::string_view says;          // how it is written, in one sentence
    std::string_view example;       // as a value is typed
};

const std::vector<PrimitiveType>& primitiveTypes();
// Documentation name: INT8, COMPACT_NULLABLE_STRING, VARLONG, UNSIGNED_VARINT …; unique.
std::string primitiveName(const PrimitiveType& type);
const PrimitiveType* primitiveByName(std::string_view name);  // null: no such type

// A message that is one value of the type and nothing else, no tag section. Not for isUnsignedVarint. `element` is the
// type of an array's elements; struct is none.
std::shared_ptr<const MessageLayout> primitiveLayout(const PrimitiveType& type, FieldType element);
// Types that the elements of an array can have here, by the definitions' words.
const std::vector<FieldType>& primitiveElements();

}  // namespace brokerscope
