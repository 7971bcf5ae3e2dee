#include "core/query/filter_parser.h"

#include "core/base/nearest_name.h"
#include "core/query/field_names.h"
#include "core/query/filter_syntax.h"
#include "core/schema/field_meaning.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::string_view kTestWanted = "a name, a word or (";

struct OperatorRow {
    std::string_view text;
    FilterOperator op;
};

// Longer ones first.
constexpr std::array kOperators{
    OperatorRow{"!=", FilterOperator::NotEqual},       OperatorRow{"==", FilterOperator::Equal},
    OperatorRow{">=", FilterOperator::GreaterOrEqual}, OperatorRow{"<=", FilterOperator::LessOrEqual},
    OperatorRow{":", FilterOperator::Equal},           OperatorRow{"=", FilterOperator::Equal},
    OperatorRow{">", FilterOperator::Greater},         OperatorRow{"<", FilterOperator::Less},
    OperatorRow{"~", FilterOperator::Contains}};

bool endsWord(char c) {
    return isFilterSpace(c) || std::string_view("()\"':=<>~!").find(c) != std::string_view::npos;
}

bool asksForOrder(FilterOperator op) {
    return op != FilterOperator::Equal && op != FilterOperator::NotEqual && op != FilterOperator::Contains;
}

bool isScoped(std::string_view name) {
    return name.starts_with("request.") || name.starts_with("response.") || name.starts_with("header.");
}

FilterNode joined(FilterNode::Kind kind, std::vector<FilterNode> children) {
    if (children.size() == 1) {
        return std::move(children.front());
    }
    FilterNode node;
    node.kind = kind;
    node.children = std::move(children);
    return node;
}

tl::unexpected<Error> placed(Error error, std::size_t at, std::size_t length) {
    error.where = ByteSpan{BufferId::Main, at, length};
    return tl::unexpected(std::move(error));
}

}  // namespace

void FilterParser::skipSpaces() {
    while (!isAtEnd() && isFilterSpace(m_text[m_at])) {
        ++m_at;
    }
}

std::string_view FilterParser::wordHere() const {
    const std::string_view rest = m_text.substr(m_at);
    const auto end = std::find_if(rest.begin(), rest.end(), endsWord);
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

bool FilterParser::isKeyword(std::string_view keyword) const {
    const std::string_view word = wordHere();
    const auto same = [](char a, char b) { return a == b || a == b - 'a' + 'A'; };
    const std::size_t after = m_at + word.size();
    // "or:1" would be a test of a column called "or".
    return std::ranges::equal(word, keyword, same) &&
           (after == m_text.size() || isFilterSpace(m_text[after]) || m_text[after] == '(' || m_text[after] == ')');
}

bool FilterParser::isUnaryHere() const {
    return !isAtEnd() && !is(')') && !isKeyword("or");
}

std::optional<FilterOperator> FilterParser::readOperator() {
    for (const OperatorRow& row : kOperators) {
        if (m_text.substr(m_at).starts_with(row.text)) {
            m_at += row.text.size();
            return row.op;
        }
    }
    return std::nullopt;
}

Result<std::optional<FilterNode>> FilterParser::parse() {
    if (m_text.size() > Filter::kLongest) {
        return tl::unexpected(Error{MessageId::FilterExpected,
                                    {"at most 10000 bytes", std::to_string(m_text.size())},
                                    ByteSpan{BufferId::Main, Filter::kLongest, m_text.size() - Filter::kLongest},
                                    {}});
    }
    skipSpaces();
    m_slot = {FilterSlot::Kind::Name, m_at, {}};
    if (isAtEnd()) {
        return std::optional<FilterNode>();
    }
    auto root = readOr();
    if (!root) {
        return tl::unexpected(std::move(root.error()));
    }
    if (!isAtEnd()) {
        return expectedAt(m_text, m_at, kTestWanted);
    }
    return std::optional(std::move(*root));
}

Result<FilterNode> FilterParser::readOr() {
    std::vector<FilterNode> children;
    for (;;) {
        auto child = readAnd();
        if (!child) {
            return child;
        }
        children.push_back(std::move(*child));
        if (!isKeyword("or")) {
            return joined(FilterNode::Kind::Or, std::move(children));
        }
        m_at += 2;
    }
}

Result<FilterNode> FilterParser::readAnd() {
    std::vector<FilterNode> children;
    do {
        if (!children.empty() && isKeyword("and")) {
            m_at += 3;
        }
        auto child = readUnary();
        if (!child) {
            return child;
        }
        children.push_back(std::move(*child));
        skipSpaces();
    } while (isUnaryHere());
    return joined(FilterNode::Kind::And, std::move(children));
}

Result<FilterNode> FilterParser::readUnary() {
    skipSpaces();
    m_slot = {FilterSlot::Kind::Name, m_at, {}};
    if (m_depth == Filter::kDeepest) {
        return expectedAt(m_text, m_at, "at most 64 parentheses and negations within each other");
    }
    if (is('-') && m_at + 1 < m_text.size() && !isFilterSpace(m_text[m_at + 1])) {
        return readNegation(1);
    }
    if (isKeyword("not")) {
        return readNegation(3);
    }
    return is('(') ? readParentheses() : readTest();
}

Result<FilterNode> FilterParser::readNegation(std::size_t signSize) {
    m_at += signSize;
    ++m_depth;
    auto child = readUnary();
    --m_depth;
    if (!child) {
        return child;
    }
    FilterNode node;
    node.kind = FilterNode::Kind::Not;
    node.children.push_back(std::move(*child));
    return node;
}

Result<FilterNode> FilterParser::readParentheses() {
    const std::size_t opened = m_at++;
    ++m_depth;
    auto inner = readOr();
    --m_depth;
    if (inner && !is(')')) {
        return expectedAt(m_text, m_at, fmt::format(") for the ( at {}", opened));
    }
    m_at += inner ? 1 : 0;
    return inner;
}

Result<FilterNode> FilterParser::readTest() {
    if (is('"') || is('\'')) {
        return readQuotedTest();
    }
    const std::size_t nameAt = m_at;
    const std::string_view name = wordHere();
    if (name.empty() || isKeyword("or") || isKeyword("and")) {
        return expectedAt(m_text, m_at, kTestWanted);
    }
    m_at += name.size();
    const std::size_t afterName = m_at;
    skipSpaces();
    const std::size_t operatorAt = m_at;
    const auto op = readOperator();
    if (!op) {
        m_at = afterName;
        if (is('!')) {
            return expectedAt(m_text, m_at, "!= or another operator");
        }
    }
    return makeTest(name, nameAt, op, operatorAt);
}

Result<FilterNode> FilterParser::readQuotedTest() {
    auto text = readQuoted();
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    FilterNode node;
    node.kind = FilterNode::Kind::AnyText;
    node.test.literal = FilterLiteral::make(*text, true, m_vocabulary.zone);
    return node;
}

Result<FilterNode> FilterParser::makeTest(std::string_view name, std::size_t nameAt, std::optional<FilterOperator> op,
                                          std::size_t operatorAt) {
    FilterNode node;
    const bool isName = op || m_vocabulary.columnIndex(name) || isScoped(name);
    if (!isName) {
        node.kind = FilterNode::Kind::AnyText;
        node.test.literal = FilterLiteral::make(name, false);
        return node;
    }
    auto test = namedTest(name, nameAt);
    if (!test) {
        return tl::unexpected(std::move(test.error()));
    }
    node.test = std::move(*test);
    node.test.op = op;
    if (!op) {
        // A blank after a name asks for an operator or for the next test.
        m_slot = m_at < m_text.size() ? FilterSlot{FilterSlot::Kind::Operator, operatorAt, name} : m_slot;
        return node;
    }
    if (asksForOrder(*op) && node.test.column && !isOrdered(m_vocabulary.columns[*node.test.column].kind)) {
        return placed({MessageId::FilterOperator,
                       {std::string(filterOperatorText(*op)), std::string(name), ": = != ~"},
                       std::nullopt,
                       {}},
                      operatorAt, m_at - operatorAt);
    }
    auto literal = readValue(name, node.test);
    if (!literal) {
        return tl::unexpected(std::move(literal.error()));
    }
    node.test.literal = std::move(*literal);
    return node;
}

Result<FilterTest> FilterParser::namedTest(std::string_view name, std::size_t nameAt) const {
    FilterTest test;
    test.column = m_vocabulary.columnIndex(name);
    if (test.column) {
        return test;
    }
    if (m_vocabulary.hasExchangePaths ? isScoped(name) : m_vocabulary.hasMessagePaths) {
        return pathTest(name, nameAt);
    }
    return unknownName(name, nameAt);
}

Result<FilterTest> FilterParser::pathTest(std::string_view name, std::size_t nameAt) const {
    FilterTest test;
    auto path = FilterPath::parse(name);
    if (!path) {
        ByteSpan where = path.error().where.value_or(ByteSpan());
        return placed(path.error(), nameAt + where.offset, where.length);
    }
    test.path = std::move(*path);
    // Without a prefix any message may be meant, records too.
    const bool isChecked = m_vocabulary.registry != nullptr && test.path.scope != PathScope::Message;
    if (isChecked && fieldNamed(*m_vocabulary.registry, test.path.scope, test.path.schemaPath()) == nullptr) {
        return unknownName(name, nameAt);
    }
    return test;
}

tl::unexpected<Error> FilterParser::unknownName(std::string_view name, std::size_t nameAt) const {
    std::vector<std::string> names;
    const auto path = isScoped(name) ? FilterPath::parse(name) : Result<FilterPath>(FilterPath());
    if (m_vocabulary.registry != nullptr && path && !path->steps.empty()) {
        names = nearbyPaths(*m_vocabulary.registry, *path);
    } else {
        std::ranges::transform(m_vocabulary.columns, std::back_inserter(names), &FilterColumn::name);
    }
    const std::string nearest = nearestName(name, names);
    return placed({MessageId::UnknownField,
                   {std::string(name), nearest.empty() ? "" : "; nearest: " + nearest},
                   std::nullopt,
                   {}},
                  nameAt, name.size());
}

Result<FilterLiteral> FilterParser::readValue(std::string_view name, const FilterTest& test) {
    skipSpaces();
    m_slot = {FilterSlot::Kind::Value, m_at, name};
    const std::size_t valueAt = m_at;
    FilterLiteral literal;
    if (is('"') || is('\'')) {
        auto text = readQuoted();
        if (!text) {
            return tl::unexpected(std::move(text.error()));
        }
        literal = FilterLiteral::make(*text, true, m_vocabulary.zone);
    } else {
        const std::string_view rest = m_text.substr(m_at);
        const auto end = std::find_if(rest.begin(), rest.end(), [](char c) { return isFilterSpace(c) || c == ')'; });
        const std::string_view text = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
        if (text.empty()) {
            return expectedAt(m_text, m_at, "a value");
        }
        m_at += text.size();
        literal = FilterLiteral::make(text, false, m_vocabulary.zone);
    }
    auto checked = checkedValue(std::move(literal), name, test);
    if (!checked) {
        return placed(checked.error(), valueAt, m_at - valueAt);
    }
    return checked;
}

Result<FilterLiteral> FilterParser::checkedValue(FilterLiteral literal, std::string_view name,
                                                 const FilterTest& test) const {
    // A part of a name, or null, is looked for as it is.
    if (test.op == FilterOperator::Contains || (literal.text == "null" && !literal.isQuoted)) {
        return literal;
    }
    if (test.column) {
        return literalFor(std::move(literal), m_vocabulary.columns[*test.column].kind, name, m_vocabulary.registry);
    }
    if (asksForOrder(*test.op)) {
        const auto kind = literal.time                                    ? FilterKind::Time
                          : literal.unit == FilterLiteral::Unit::Duration ? FilterKind::Duration
                          : literal.unit == FilterLiteral::Unit::Size     ? FilterKind::Size
                                                                          : FilterKind::Integer;
        return literalFor(std::move(literal), kind, name, nullptr);
    }
    const FieldSpec* field = m_vocabulary.registry != nullptr && test.path.scope != PathScope::Message
                                 ? fieldNamed(*m_vocabulary.registry, test.path.scope, test.path.schemaPath())
                                 : nullptr;
    if (field != nullptr && field->meaning != nullptr && field->meaning->isErrorCode) {
        return literalFor(std::move(literal), FilterKind::ErrorCode, name, m_vocabulary.registry);
    }
    return literal;
}

Result<std::string> FilterParser::readQuoted() {
    const std::size_t opened = m_at;
    const char quote = m_text[m_at++];
    std::string text;
    while (!isAtEnd() && m_text[m_at] != quote) {
        // A backslash takes the next character as it is.
        m_at += m_text[m_at] == '\\' && m_at + 1 < m_text.size() ? 1 : 0;
        text += m_text[m_at++];
    }
    if (isAtEnd()) {
        return expectedAt(m_text, m_text.size(), fmt::format("{} for the one at {}", quote, opened));
    }
    ++m_at;
    return text;
}

}  // namespace brokerscope
