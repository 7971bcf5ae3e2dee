#pragma once

#include "core/collections/commented_json.h"

#include <functional>
#include <optional>
#include <string>

namespace brokerscope {

// What a string of the old text means, as JSON, where it means something else than itself (text with variables in it).
using JsonMeaning = std::function<std::optional<std::string>(const JsonPart& string)>;

// The old text changed so that it says what `fresh` says, and otherwise as it was:
// - values that are alike stay as they are written; a changed one is replaced where it stands;
// - members are matched by name and keep their order; elements by position, what is alike at both ends apart;
// - a member that went takes a comment behind it on its line along; comments on lines of their own stay;
// - new ones stand behind the one that they follow in `fresh`, indented like their neighbours.
// Comments within a value that became one of another kind go with it. Line ends are those of the old text. No object of
// `fresh` has a name twice, as what is written from a draft has none: which of the two counts could not be said.
std::string mergeJson(const CommentedJson& old, const CommentedJson& fresh, const JsonMeaning& meaning = {});

// Whether both say the same: numbers by value, members in any order.
bool isSameJson(const CommentedJson& left, const CommentedJson& right);

}  // namespace brokerscope
