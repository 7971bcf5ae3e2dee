#pragma once

#include "core/value/value_draft.h"

namespace brokerscope {

// The same values bound to another definition of the message (another release's). Fields are matched by name; those
// that the other definition lacks are not in the result.
ValueDraft rebindDraft(const ValueDraft& draft, std::shared_ptr<const MessageSpec> spec);

}  // namespace brokerscope
