#pragma once

#include "core/value/value_draft.h"

#include <optional>

namespace brokerscope {

// Lists whose null and whose emptiness mean something (FieldMeaning::emptiness), where a version says by an empty list
// what others say by null: Metadata v0 has no null, and all topics when there are none in the list.

// Whether null is written as an empty list in that version, since it means the same there.
bool writesNullAsEmpty(const FieldSpec& field, int version);

// The draft as that version writes it; nothing: as it is. A field that is overridden stays as it was told.
std::optional<ValueDraft> withNullsAsEmpty(const ValueDraft& draft, int version);

}  // namespace brokerscope
