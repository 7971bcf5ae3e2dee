#pragma once

#include "core/query/field_source.h"
#include "core/query/filter_literal.h"
#include "core/query/filter_vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One test of a filter: a column or a path, compared with a value, or asked whether it is there (no operator).
struct FilterTest {
    std::optional<std::size_t> column;  // index in the vocabulary; nothing: `path`
    FilterPath path;
    std::optional<FilterOperator> op;
    FilterLiteral literal;
};

// A node of a filter's tree.
struct FilterNode {
    enum class Kind : std::uint8_t { And, Or, Not, Test, AnyText };

    Kind kind = Kind::Test;
    std::vector<FilterNode> children;  // And, Or: two or more; Not: one
    FilterTest test;                   // of Test; AnyText: its literal alone
};

// A filter over rows (docs/filter_language.md has the grammar):
//   api:Fetch version>=12 error!=NONE latency>100ms -(topic:orders or topic:test-*)
// Tests that stand side by side must all hold. A test over several values holds when some value passes it, also with
// "!="; negation asks that none does. Immutable and thread safe.
class Filter {
public:
    static constexpr std::size_t kLongest = 10'000;  // bytes
    static constexpr std::size_t kDeepest = 64;      // parentheses and negations within each other

    // Holds for everything.
    Filter() = default;

    // Errors, all with `where` as a span of bytes of `text`: FilterExpected, FilterOperator (the column has no order),
    // UnknownField (with the nearest name), InvalidValue (not a value of the column).
    static Result<Filter> parse(std::string_view text, const FilterVocabulary& vocabulary);

    bool isEmpty() const { return !m_root.has_value(); }
    const FilterNode* root() const { return m_root ? &*m_root : nullptr; }  // null: holds for everything
    // Whether anything but columns is asked for.
    bool usesPaths() const;

    bool matches(const FieldSource& source) const;

private:
    std::optional<FilterNode> m_root;
    std::vector<std::size_t> m_textColumns;  // those that AnyText looks into
};

}  // namespace brokerscope
