#pragma once

#include "core/collections/request_file.h"
#include "core/collections/request_plan.h"
#include "core/collections/variable_scope.h"
#include "core/value/json_reader.h"

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// The body of a request file as a draft, its variables put in. A file without a body gives an untouched draft.
// Errors as draftFromJson() and expandJson(), placed in the file.
Result<DraftWithRemarks> bodyDraft(const RequestFile& file, std::shared_ptr<const MessageSpec> spec,
                                   const VariableScope& scope, const Limits& limits = {});

// Changes the body so that it says what the draft says: fields that were touched. What it says already stays as it is
// written, with its comments and variables (mergeJson). A body that is no JSON is replaced. Gives the paths of texts
// that JSON cannot hold (DraftJson::lost).
std::vector<std::string> setBodyDraft(RequestFile& file, const ValueDraft& draft, const VariableScope& scope);

}  // namespace brokerscope
