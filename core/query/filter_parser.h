#pragma once

#include "core/query/filter.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace brokerscope {

// What the parser was reading last, and from which byte on: what a completion at the end of the text goes on with.
struct FilterSlot {
    enum class Kind : std::uint8_t { Name, Operator, Value };

    Kind kind = Kind::Name;
    std::size_t begin = 0;
    std::string_view name;  // of Operator and Value: the name before it
};

// Reads one filter by recursive descent:
//   filter = [ or ]    or = and *( "or" and )    and = unary *( [ "and" ] unary )
//   unary  = ( "not" | "-" ) unary | "(" or ")" | test
//   test   = name operator value | name | word | quoted
// Borrows the text and the vocabulary.
class FilterParser {
public:
    FilterParser(std::string_view text, const FilterVocabulary& vocabulary) : m_text(text), m_vocabulary(vocabulary) {}

    // Nothing: the text is blank. Errors as Filter::parse.
    Result<std::optional<FilterNode>> parse();
    // Of the last thing that was read, after parse().
    const FilterSlot& slot() const { return m_slot; }

private:
    Result<FilterNode> readOr();
    Result<FilterNode> readAnd();
    Result<FilterNode> readUnary();
    Result<FilterNode> readNegation(std::size_t signSize);
    Result<FilterNode> readParentheses();
    Result<FilterNode> readTest();
    Result<FilterNode> readQuotedTest();
    Result<FilterNode> makeTest(std::string_view name, std::size_t nameAt, std::optional<FilterOperator> op,
                                std::size_t operatorAt);
    Result<FilterTest> namedTest(std::string_view name, std::size_t nameAt) const;
    Result<FilterTest> pathTest(std::string_view name, std::size_t nameAt) const;
    Result<FilterLiteral> readValue(std::string_view name, const FilterTest& test);
    Result<FilterLiteral> checkedValue(FilterLiteral literal, std::string_view name, const FilterTest& test) const;
    Result<std::string> readQuoted();

    bool isAtEnd() const { return m_at >= m_text.size(); }
    bool is(char c) const { return !isAtEnd() && m_text[m_at] == c; }
    void skipSpaces();
    std::string_view wordHere() const;
    bool isKeyword(std::string_view keyword) const;
    bool isUnaryHere() const;
    std::optional<FilterOperator> readOperator();
    tl::unexpected<Error> unknownName(std::string_view name, std::size_t nameAt) const;

    std::string_view m_text;
    const FilterVocabulary& m_vocabulary;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    FilterSlot m_slot;
};

}  // namespace brokerscope
