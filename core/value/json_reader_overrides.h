#pragma once

#include "core/base/error.h"
#include "core/value/json_reader_document.h"
#include "core/value/value_draft.h"

#include <string>
#include <string_view>

namespace brokerscope {

// Stands for a structure's tag section in "_overrides".
inline constexpr std::string_view kTagSectionName = "_tags";

// The members of an object by which a draft says more than values. `path` leads to the member itself.
//
//   "_unknownTags": [{"tag": 99, "hex": "68656c6c6f"}]
//   "_overrides":   {"name": {"hex": "…", "length": 99, "count": 3, "write": true}}    each part may be absent
//                   "_tags" in the place of a name is the whole tag section and takes "hex" alone
//                   "length" is of strings, bytes and records alone, "count" of arrays
//
// Errors: JsonWrongType, ValueOutOfRange, InvalidHex, HexOddDigits, UnknownField, InvalidValue, each with its path.
Result<void> readUnknownTags(const JsonValue& json, DraftStruct& made, const std::string& path);
Result<void> readOverrides(const JsonValue& json, DraftStruct& made, const std::string& path);

// UnknownField for a name that `spec` lacks, with the nearest one that it has.
tl::unexpected<Error> unknownField(const StructSpec& spec, const std::string& name, const std::string& path,
                                   bool isTop);

}  // namespace brokerscope
