#pragma once

#include "core/value/value_draft.h"

#include <string_view>

namespace brokerscope {

// What an untouched field stands for, read from FieldSpec::defaultText without making a value. An empty text is the
// type's zero; that of nullable `records` is null, as in Kafka's classes. Never fails: a text that does not fit its
// type is the type's zero.
bool isDefaultNull(const FieldSpec& field);
std::int64_t defaultInteger(const FieldSpec& field);  // bool (0, 1) and integers; decimal or 0x
double defaultReal(const FieldSpec& field);
Uuid defaultUuid(const FieldSpec& field);
std::string_view defaultString(const FieldSpec& field);  // empty where the default is null

// True when a value says what the field would say untouched. Structures are compared by every field of their
// definition, unknown tags and overrides included; that is how a tagged field comes to be left out.
bool isDefault(const FieldSpec& field, const DraftValue& value);
bool isDefault(const DraftStruct& value);

}  // namespace brokerscope
