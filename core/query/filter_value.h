#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <variant>

namespace brokerscope {

// One value that a field source hands out; texts are borrowed for the call. monostate: a structure or an array, which
// is there and compares with nothing.
struct FilterValue {
    std::variant<std::monostate, std::nullptr_t, bool, std::int64_t, double, std::string_view> value;
    std::string_view label;  // what a number or text is called: NOT_COORDINATOR, read_committed; empty: nothing
};

// Gets the values of a field one by one; true: enough.
using FieldVisitor = std::function<bool(const FilterValue&)>;

}  // namespace brokerscope
