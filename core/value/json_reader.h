#pragma once

#include "core/base/diagnostic.h"
#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/value/value_draft.h"

#include <string_view>
#include <vector>

namespace brokerscope {

struct DraftWithRemarks {
    ValueDraft draft;
    std::vector<Diagnostic> diagnostics;  // notes: what the text could not give (recordsSizeInBytes …)
};

// A draft from JSON text in Kafka's shape, with `_unknownTags`, `_overrides` and `_trailing` (hex). Fields that are
// absent stay untouched. Errors: JsonSyntax with line and column; UnknownField with the nearest name; JsonWrongType,
// ValueOutOfRange, InvalidValue with the path.
Result<DraftWithRemarks> draftFromJson(std::shared_ptr<const MessageSpec> spec, std::string_view json,
                                       const Limits& limits = {});

}  // namespace brokerscope
