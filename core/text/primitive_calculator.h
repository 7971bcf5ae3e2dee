#pragma once

#include "core/base/diagnostic.h"
#include "core/text/explanation.h"
#include "core/text/primitive_types.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A value and its bytes, whichever of the two was given.
struct PrimitiveReading {
    ByteBuffer bytes;
    std::string value;                    // as encodePrimitive() takes it; empty where the bytes hold no value
    std::vector<ExplanationLine> lines;   // what each run of the bytes says; the first kExplainedRuns
    std::vector<Diagnostic> diagnostics;  // what is wrong with value or bytes, spans within the bytes
};
inline constexpr std::size_t kExplainedRuns = 100;

// The bytes of a value as people type it: numbers decimal or with 0x; true, false or a byte; a uuid in either form;
// text as it is, or in quotes with JSON's escapes; bytes as hex; arrays as JSON, with strings in quotes and bytes as
// base64; null. What Kafka would refuse (null where there is none, a text that is too long) is encoded, and said.
// Errors: InvalidValue, ValueOutOfRange, InvalidHex, HexOddDigits, JsonSyntax with line and column.
Result<PrimitiveReading> encodePrimitive(const PrimitiveType& type, FieldType element, std::string_view text);

// What bytes say as a value of the type. Never fails: what could be read is explained, the rest is a diagnostic with
// its place.
PrimitiveReading decodePrimitive(const PrimitiveType& type, FieldType element, ByteBuffer bytes);

}  // namespace brokerscope
