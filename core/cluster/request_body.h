#pragma once

#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A body of defaults for requests that the program makes for itself. Errors: those of SchemaRegistry::request().
Result<ValueDraft> newRequestBody(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice);

// Sets a field that a release may lack in every version; then nothing happens.
void setKnownField(DraftStruct& structure, std::string_view name, DraftValue value);

// An element of defaults for the array field `array`, which must exist.
DraftStruct newElement(const DraftStruct& structure, std::string_view array);
DraftValue arrayOf(std::vector<DraftStruct> elements);
DraftValue arrayOfOne(DraftStruct element);
DraftValue arrayOfTexts(const std::vector<std::string>& texts);
DraftValue arrayOfNumbers(const std::vector<std::int32_t>& numbers);

}  // namespace brokerscope
