#pragma once

#include "core/base/error.h"
#include "core/value/json_reader_document.h"
#include "core/value/value_draft.h"

#include <string>

namespace brokerscope {

// One JSON value as a value of a field that is neither array nor structure; null is DraftNull whatever the field.
//
//   bool            true, false, or the byte 0-255
//   integers        a number without fraction, within the type's range
//   float64         a number, or "NaN", "Infinity", "-Infinity"
//   uuid            Kafka's text or hyphenated digits
//   string          a string
//   bytes, records  base64
//
// Errors, each with `path`: JsonWrongType, ValueOutOfRange, InvalidValue.
Result<DraftValue> scalarFromJson(FieldType type, const JsonValue& json, const std::string& path);

// Bytes written as hexadecimal digits. Errors with `path`: JsonWrongType, InvalidHex, HexOddDigits.
Result<ByteBuffer> hexFromJson(const JsonValue& json, const std::string& path);

// An integer within [least, greatest]. Errors with `path`: JsonWrongType, ValueOutOfRange.
Result<std::int64_t> integerFromJson(const JsonValue& json, std::int64_t least, std::int64_t greatest,
                                     const std::string& path);

tl::unexpected<Error> wrongType(const std::string& path, std::string expected, const JsonValue& found);

}  // namespace brokerscope
