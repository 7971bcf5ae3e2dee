#pragma once

#include "core/collections/json_merge.h"

namespace brokerscope {

// Whether a value of the old text says what one of the new text says. Members are compared in any order, those of one
// name in theirs.
bool saysTheSame(const CommentedJson& old, const JsonPart& oldPart, const CommentedJson& fresh,
                 const JsonPart& freshPart, const JsonMeaning& meaning);

// For each member of `part` the position of the one of `other` with the same name, each taken once; npos: none.
std::vector<std::size_t> matchedMembers(const JsonPart& part, const JsonPart& other);

}  // namespace brokerscope
