#pragma once

#include "core/collections/commented_json.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One member or element with the white space and the comments that are its own:
//   lead body [ beforeComma "," ] tail
// `tail` is a comment behind it on its line. Whatever else stands between two items is the lead of the second one.
struct JsonItem {
    std::string lead;
    std::string body;
    std::string beforeComma;
    std::string tail;
};

// An object or array cut into its items, so that they can be taken away and added, each with what belongs to it.
struct JsonItems {
    char open = '{';
    char close = '}';
    std::vector<JsonItem> items;
    std::string end;  // what stands before the closing bracket
};

// Joined again, unchanged items give the same text. `part` is an object or an array of `json`.
JsonItems splitItems(const CommentedJson& json, const JsonPart& part);
// Adds the commas, and a line end where a line comment would swallow what follows it.
std::string joinItems(const JsonItems& items, std::string_view lineEnd);

// Of white space and comments: what is to stay when the item behind it goes, that is everything up to the end of the
// last comment. Empty: there is none.
std::string commentsOf(std::string_view lead);
// The white space that an item needs to stand like the one with this lead: a line end with its indentation, or blanks.
std::string leadLike(std::string_view lead);

}  // namespace brokerscope
