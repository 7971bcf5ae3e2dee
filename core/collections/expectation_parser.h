#pragma once

#include "core/collections/expectation.h"

namespace brokerscope {

// Reads one condition; see Expectation. Borrows text and context.
class ExpectationParser {
public:
    ExpectationParser(std::string_view text, const ConditionContext& context) : m_text(text), m_context(context) {}

    Result<Expectation> parse();

private:
    using Subject = Expectation::Subject;

    Result<void> readSubject();
    Result<void> readOperator();
    Result<void> readCount();
    Result<void> readValues();
    Result<void> readValue(bool isList);
    Result<FilterLiteral> checked(FilterLiteral literal) const;
    Result<FilterLiteral> checkedName(FilterLiteral literal) const;
    const FieldSpec* field() const;

    bool isAtEnd() const { return m_at >= m_text.size(); }
    void skipSpaces();
    // A word that ends with a blank or the text, taken where it stands here.
    bool takeWord(std::string_view word);
    bool takeRelation();

    std::string_view m_text;
    const ConditionContext& m_context;
    std::size_t m_at = 0;
    Expectation m_made;
};

// The field that a path names in the message that its scope means: UnknownField with the nearest path where there is
// none; null where the message is not known, and for the message itself.
Result<const FieldSpec*> checkedField(const FilterPath& path, const ConditionContext& context);

}  // namespace brokerscope
