#include "core/query/filter.h"

#include "core/query/filter_parser.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool passes(const FilterTest& test, const FieldSource& source) {
    bool holds = false;
    const auto visit = [&](const FilterValue& value) {
        // A source may hand out more than was enough.
        holds = holds || !test.op || compares(value, *test.op, test.literal);
        return holds;
    };
    if (test.column) {
        source.visitColumn(*test.column, visit);
    } else {
        source.visitPath(test.path, visit);
    }
    return holds;
}

bool someTextHas(const FilterLiteral& literal, const std::vector<std::size_t>& columns, const FieldSource& source) {
    bool holds = false;
    const auto visit = [&](const FilterValue& value) {
        holds = holds || compares(value, FilterOperator::Contains, literal);
        return holds;
    };
    for (std::size_t i = 0; i < columns.size() && !holds; ++i) {
        source.visitColumn(columns[i], visit);
    }
    return holds;
}

// As deep as the parser allows.
bool holdsFor(const FilterNode& node, const std::vector<std::size_t>& textColumns, const FieldSource& source) {
    const auto holds = [&](const FilterNode& child) { return holdsFor(child, textColumns, source); };
    switch (node.kind) {
        case FilterNode::Kind::And:
            return std::ranges::all_of(node.children, holds);
        case FilterNode::Kind::Or:
            return std::ranges::any_of(node.children, holds);
        case FilterNode::Kind::Not:
            return !holds(node.children.front());
        case FilterNode::Kind::AnyText:
            return someTextHas(node.test.literal, textColumns, source);
        case FilterNode::Kind::Test:
            break;
    }
    return passes(node.test, source);
}

bool asksForPaths(const FilterNode& node) {
    return (node.kind == FilterNode::Kind::Test && !node.test.column) ||
           std::ranges::any_of(node.children, asksForPaths);
}

}  // namespace

Result<Filter> Filter::parse(std::string_view text, const FilterVocabulary& vocabulary) {
    FilterParser parser(text, vocabulary);
    auto root = parser.parse();
    if (!root) {
        return tl::unexpected(root.error());
    }
    Filter filter;
    filter.m_root = std::move(*root);
    for (std::size_t i = 0; i < vocabulary.columns.size(); ++i) {
        const FilterKind kind = vocabulary.columns[i].kind;
        if (kind == FilterKind::Text || kind == FilterKind::Api || kind == FilterKind::ErrorCode) {
            filter.m_textColumns.push_back(i);
        }
    }
    return filter;
}

bool Filter::usesPaths() const {
    return m_root && asksForPaths(*m_root);
}

bool Filter::matches(const FieldSource& source) const {
    return !m_root || holdsFor(*m_root, m_textColumns, source);
}

}  // namespace brokerscope
