#include "core/collections/json_equality.h"

#include "core/base/real_number.h"
#include "core/value/json_reader_document.h"

#include <algorithm>
#include <map>
#include <queue>
#include <string_view>

namespace brokerscope {
namespace {

// Whole numbers exactly, however long; others as doubles.
bool isSameNumber(std::string_view left, std::string_view right) {
    if (left == right) {
        return true;
    }
    const auto isWhole = [](std::string_view text) { return text.find_first_of(".eE") == std::string_view::npos; };
    if (isWhole(left) && isWhole(right)) {
        return left == "-0" ? right == "0" : left == "0" && right == "-0";
    }
    const auto real = parseReal(left);
    return real && real == parseReal(right);
}

}  // namespace

std::vector<std::size_t> matchedMembers(const JsonPart& part, const JsonPart& other) {
    std::map<std::string_view, std::queue<std::size_t>> byName;
    for (std::size_t i = 0; i < other.children.size(); ++i) {
        byName[other.children[i].name].push(i);
    }
    std::vector<std::size_t> matches;
    for (const JsonPart& child : part.children) {
        std::queue<std::size_t>& same = byName[child.name];
        matches.push_back(same.empty() ? std::string::npos : same.front());
        if (!same.empty()) {
            same.pop();
        }
    }
    return matches;
}

bool saysTheSame(const CommentedJson& old, const JsonPart& oldPart, const CommentedJson& fresh,
                 const JsonPart& freshPart, const JsonMeaning& meaning) {
    if (oldPart.kind == JsonPart::Kind::String && meaning) {
        if (const auto meant = meaning(oldPart)) {
            const auto json = CommentedJson::parse(*meant);
            return json && saysTheSame(*json, json->root(), fresh, freshPart, {});
        }
    }
    if (oldPart.kind != freshPart.kind || oldPart.children.size() != freshPart.children.size()) {
        return false;
    }
    const auto isSame = [&](const JsonPart& left, const JsonPart& right) {
        return saysTheSame(old, left, fresh, right, meaning);
    };
    switch (oldPart.kind) {
        case JsonPart::Kind::Null:
            return true;
        case JsonPart::Kind::Bool:
            return old.textOf(oldPart) == fresh.textOf(freshPart);
        case JsonPart::Kind::Number:
            return isSameNumber(old.textOf(oldPart), fresh.textOf(freshPart));
        case JsonPart::Kind::String:
            return old.stringOf(oldPart) == fresh.stringOf(freshPart);
        case JsonPart::Kind::Array:
            return std::equal(oldPart.children.begin(), oldPart.children.end(), freshPart.children.begin(), isSame);
        case JsonPart::Kind::Object:
            break;
    }
    const std::vector<std::size_t> matches = matchedMembers(oldPart, freshPart);
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (matches[i] == std::string::npos || !isSame(oldPart.children[i], freshPart.children[matches[i]])) {
            return false;
        }
    }
    return true;
}

bool isSameJson(const CommentedJson& left, const CommentedJson& right) {
    return saysTheSame(left, left.root(), right, right.root(), {});
}

}  // namespace brokerscope
