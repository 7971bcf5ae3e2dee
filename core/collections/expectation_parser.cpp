#include "core/collections/expectation_parser.h"

#include "core/base/ascii.h"
#include "core/base/nearest_name.h"
#include "core/collections/text_place.h"
#include "core/query/filter_syntax.h"
#include "core/schema/field_meaning.h"
#include "core/schema/field_path.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace brokerscope {
namespace {

struct Relation {
    std::string_view text;
    FilterOperator op;
};

// Longer ones first.
constexpr std::array kRelations{
    Relation{"==", FilterOperator::Equal},       Relation{"!=", FilterOperator::NotEqual},
    Relation{"<=", FilterOperator::LessOrEqual}, Relation{">=", FilterOperator::GreaterOrEqual},
    Relation{"=", FilterOperator::Equal},        Relation{"<", FilterOperator::Less},
    Relation{">", FilterOperator::Greater},      Relation{"~", FilterOperator::Contains}};

constexpr std::string_view kSubjectWanted =
    "latency, failure, or a path that begins with response., request. or header.";
constexpr std::string_view kOperatorWanted = "an operator: == != < <= > >= ~ in exists absent count";

bool isOrder(FilterOperator op) {
    return op == FilterOperator::Less || op == FilterOperator::LessOrEqual || op == FilterOperator::Greater ||
           op == FilterOperator::GreaterOrEqual;
}

bool isNumeric(const FilterLiteral& literal) {
    return literal.number.has_value() || literal.time.has_value();
}

// What a field's number must be written as where the literal is another kind of number; empty: it fits. A moment or a
// size must not be compared with what only happens to be a number too.
std::string_view numberWanted(const FieldSpec& field, const FilterLiteral& literal) {
    using TimeKind = FieldMeaning::TimeKind;
    const bool isText = field.type == FieldType::String || field.type == FieldType::Uuid ||
                        field.type == FieldType::Bytes || field.type == FieldType::Records;
    if (literal.isQuoted || isText || !isNumeric(literal)) {
        return {};
    }
    const TimeKind time = field.meaning != nullptr ? field.meaning->time : TimeKind::None;
    const bool isPlain = literal.number && literal.unit == FilterLiteral::Unit::None;
    const bool isMoment = !literal.number && literal.time.has_value();
    if (time == TimeKind::Time) {
        return isPlain || isMoment ? "" : "a time or a number of ms since 1970";
    }
    if (time == TimeKind::Duration) {
        return isPlain || literal.unit == FilterLiteral::Unit::Duration ? "" : "a duration or a number of ms";
    }
    const bool isNamed =
        field.meaning != nullptr && (field.meaning->isErrorCode || field.meaning->enumeration != nullptr);
    const bool isSize = literal.unit == FilterLiteral::Unit::Size && !isNamed && field.type != FieldType::Bool;
    return isPlain || isSize ? "" : "a number";
}

// The path of a message that a wrong one most likely means: another name in its first wrong step. Empty: none is near.
std::string nearestPath(const MessageSpec& spec, const FilterPath& wrong) {
    FilterPath good{wrong.scope, {}};
    const auto with = [&wrong](FilterPath path, std::size_t from, std::size_t end) {
        path.steps.insert(path.steps.end(), wrong.steps.begin() + static_cast<std::ptrdiff_t>(from),
                          wrong.steps.begin() + static_cast<std::ptrdiff_t>(end));
        return path;
    };
    const auto hasElement = [&wrong](std::size_t step) {
        return step + 1 < wrong.steps.size() && wrong.steps[step + 1].isElement;
    };
    std::size_t next = 0;
    for (std::size_t end = 0; next < wrong.steps.size(); next = end) {
        end = next + (hasElement(next) ? 2 : 1);
        FilterPath longer = with(good, next, end);
        if (structAt(spec, longer.schemaPath()) == nullptr) {
            break;
        }
        good = std::move(longer);
    }
    std::map<std::string, FilterPath> candidates;  // by the name that would stand there
    for (const FieldSpec& field : structAt(spec, good.schemaPath())->fields) {
        FilterPath candidate = good;
        candidate.steps.push_back({field.jsonName, PathStep::kAny, false});
        // A list whose elements were meant.
        if (field.isArray && next + 1 < wrong.steps.size() && !hasElement(next)) {
            candidate.steps.push_back({{}, PathStep::kAny, true});
        }
        candidate = with(std::move(candidate), std::min(next + 1, wrong.steps.size()), wrong.steps.size());
        if (fieldAt(spec, candidate.schemaPath()) != nullptr) {
            candidates.emplace(field.jsonName, std::move(candidate));
        }
    }
    std::vector<std::string> names;
    std::ranges::transform(candidates, std::back_inserter(names), [](const auto& each) { return each.first; });
    const auto found = candidates.find(nearestName(next < wrong.steps.size() ? wrong.steps[next].name : "", names));
    return found != candidates.end() ? found->second.toString() : std::string();
}

}  // namespace

Result<const FieldSpec*> checkedField(const FilterPath& path, const ConditionContext& context) {
    const MessageSpec* spec = context.spec(path.scope);
    if (spec == nullptr) {
        return nullptr;
    }
    const FieldSpec* field = fieldAt(*spec, path.schemaPath());
    if (field != nullptr) {
        return field;
    }
    const std::string nearest = nearestPath(*spec, path);
    return failure(MessageId::UnknownField, {path.toString(), nearest.empty() ? "" : "; nearest: " + nearest});
}

Result<Expectation> ExpectationParser::parse() {
    skipSpaces();
    m_made.m_isSome = takeWord("some");
    if (auto done = readSubject(); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    skipSpaces();
    if (auto done = readOperator(); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    skipSpaces();
    if (!isAtEnd()) {
        return expectedAt(m_text, m_at, "the end of the condition");
    }
    return std::move(m_made);
}

void ExpectationParser::skipSpaces() {
    while (!isAtEnd() && isFilterSpace(m_text[m_at])) {
        ++m_at;
    }
}

bool ExpectationParser::takeWord(std::string_view word) {
    const std::string_view rest = m_text.substr(m_at);
    const bool isHere = equalIgnoringCase(rest.substr(0, word.size()), word) &&
                        (rest.size() == word.size() || isFilterSpace(rest[word.size()]));
    m_at += isHere ? word.size() : 0;
    if (isHere) {
        skipSpaces();
    }
    return isHere;
}

bool ExpectationParser::takeRelation() {
    for (const Relation& relation : kRelations) {
        if (m_text.substr(m_at).starts_with(relation.text)) {
            m_at += relation.text.size();
            m_made.m_operator = relation.op;
            m_made.m_operatorText += relation.text == "=" ? "==" : relation.text;
            return true;
        }
    }
    return false;
}

Result<void> ExpectationParser::readSubject() {
    const std::size_t begin = m_at;
    while (!isAtEnd() && !isFilterSpace(m_text[m_at]) &&
           std::string_view("=!<>~").find(m_text[m_at]) == std::string::npos) {
        ++m_at;
    }
    const std::string_view text = m_text.substr(begin, m_at - begin);
    m_made.m_subject = equalIgnoringCase(text, "latency")   ? Subject::Latency
                       : equalIgnoringCase(text, "failure") ? Subject::Failure
                                                            : Subject::Path;
    if (m_made.m_subject != Subject::Path) {
        return {};
    }
    auto path = FilterPath::parse(text);
    if (text.empty() || (path && path->scope == PathScope::Message)) {
        return expectedAt(m_text, begin, kSubjectWanted);
    }
    if (!path) {
        return tl::unexpected(movedBy(std::move(path.error()), begin, text.size()));
    }
    m_made.m_path = std::move(*path);
    const auto known = checkedField(m_made.m_path, m_context);
    if (!known) {
        return tl::unexpected(movedBy(known.error(), begin, text.size()));
    }
    const FieldMeaning* meaning = *known != nullptr ? (*known)->meaning : nullptr;
    m_made.m_mayBeSecret = meaning != nullptr && (!meaning->secrets.empty() || meaning->secretUnlessDecoded);
    return {};
}

Result<void> ExpectationParser::readOperator() {
    using Kind = Expectation::Kind;
    struct Word {
        std::string_view text;
        Kind kind;
    };
    static constexpr std::array kWords{Word{"in", Kind::In}, Word{"exists", Kind::Exists}, Word{"absent", Kind::Absent},
                                       Word{"count", Kind::Count}};
    const std::size_t begin = m_at;
    for (const Word& word : kWords) {
        if (takeWord(word.text)) {
            m_made.m_kind = word.kind;
            m_made.m_operatorText = word.text;
            break;
        }
    }
    switch (m_made.m_kind) {
        case Kind::Exists:
        case Kind::Absent:
            return {};
        case Kind::Count:
            return readCount();
        case Kind::In:
            return readValues();
        case Kind::Compare:
            break;
    }
    if (!takeRelation()) {
        return expectedAt(m_text, begin, kOperatorWanted);
    }
    return readValue(false);
}

Result<void> ExpectationParser::readCount() {
    const auto known =
        m_made.m_subject != Subject::Path ? Result<const FieldSpec*>(nullptr) : checkedField(m_made.m_path, m_context);
    const bool endsAtElement = !m_made.m_path.steps.empty() && m_made.m_path.steps.back().isElement;
    if (m_made.m_subject != Subject::Path || (known && *known != nullptr && !endsAtElement && !(*known)->isArray)) {
        return errorAt(0, m_text.size(), MessageId::Other, {"only lists and the values of a path with [] are counted"});
    }
    m_made.m_operatorText += ' ';
    const std::size_t begin = m_at;
    if (!takeRelation()) {
        m_made.m_operatorText += "==";
    }
    if (m_made.m_operator == FilterOperator::Contains) {
        return expectedAt(m_text, begin, "== != < <= > >= or a number");
    }
    if (auto done = readValue(false); !done) {
        return done;
    }
    const FilterLiteral& literal = m_made.m_literals.front();
    if (!literal.integer || *literal.integer < 0 || literal.unit != FilterLiteral::Unit::None) {
        return expectedAt(m_text, begin, "a number of values");
    }
    return {};
}

Result<void> ExpectationParser::readValues() {
    do {
        if (auto done = readValue(true); !done) {
            return done;
        }
        skipSpaces();
    } while (!isAtEnd() && m_text[m_at] == ',' && ++m_at > 0);
    return {};
}

Result<void> ExpectationParser::readValue(bool isList) {
    skipSpaces();
    const std::size_t begin = m_at;
    const char quote = isAtEnd() ? '\0' : m_text[m_at];
    std::string text;
    const bool isQuoted = quote == '"' || quote == '\'';
    if (isQuoted) {
        for (++m_at; !isAtEnd() && m_text[m_at] != quote; ++m_at) {
            m_at += m_text[m_at] == '\\' && m_at + 1 < m_text.size() ? 1 : 0;
            text += m_text[m_at];
        }
        if (isAtEnd()) {
            return expectedAt(m_text, m_text.size(), std::string(1, quote) + " at the end of the value");
        }
        ++m_at;
    } else {
        std::size_t end = std::min(isList ? m_text.find(',', m_at) : std::string_view::npos, m_text.size());
        m_at = end;
        while (end > begin && isFilterSpace(m_text[end - 1])) {
            --end;
        }
        text = m_text.substr(begin, end - begin);
        if (text.empty()) {
            return expectedAt(m_text, begin, "a value");
        }
    }
    auto literal = checked(FilterLiteral::make(text, isQuoted));
    if (!literal) {
        return tl::unexpected(movedBy(std::move(literal.error()), begin, m_at - begin));
    }
    m_made.m_literals.push_back(std::move(*literal));
    return {};
}

const FieldSpec* ExpectationParser::field() const {
    const auto known = checkedField(m_made.m_path, m_context);
    return known ? *known : nullptr;
}

Result<FilterLiteral> ExpectationParser::checked(FilterLiteral literal) const {
    const bool isCount = m_made.m_kind == Expectation::Kind::Count;
    if (const FieldSpec* known = isCount || m_made.m_subject != Subject::Path ? nullptr : field()) {
        if (const std::string_view wanted = numberWanted(*known, literal); !wanted.empty()) {
            return failure(MessageId::InvalidValue, {m_made.subjectText(), literal.text, std::string(wanted)});
        }
    }
    if (m_made.m_subject == Subject::Latency) {
        return literalFor(std::move(literal), FilterKind::Duration, "latency", nullptr);
    }
    if (isCount || (m_made.m_kind == Expectation::Kind::Compare && isOrder(m_made.m_operator))) {
        if (!isNumeric(literal)) {
            return failure(MessageId::InvalidValue, {m_made.subjectText(), literal.text, "a number"});
        }
        return literal;
    }
    // A part of a name, or null, is looked for as it is.
    const bool isAsItIs = m_made.m_kind == Expectation::Kind::Compare && m_made.m_operator == FilterOperator::Contains;
    if (isAsItIs || (literal.text == "null" && !literal.isQuoted)) {
        return literal;
    }
    return checkedName(std::move(literal));
}

// A name stands for a number only where the field has such a name: a typing error must not look like a difference.
Result<FilterLiteral> ExpectationParser::checkedName(FilterLiteral literal) const {
    const FieldSpec* named = m_made.m_subject == Subject::Path ? field() : nullptr;
    if (named == nullptr || isNumeric(literal) || literal.isQuoted || named->type == FieldType::String ||
        named->type == FieldType::Uuid || named->type == FieldType::Bytes || named->type == FieldType::Records ||
        named->type == FieldType::Struct) {
        return literal;
    }
    if (named->type == FieldType::Bool) {
        return literalFor(std::move(literal), FilterKind::Flag, m_made.subjectText(), nullptr);
    }
    const FieldMeaning* meaning = named->meaning;
    if (meaning != nullptr && meaning->isErrorCode) {
        return literalFor(std::move(literal), FilterKind::ErrorCode, m_made.subjectText(), m_context.registry);
    }
    std::vector<std::string> names;
    if (meaning != nullptr && meaning->enumeration != nullptr) {
        for (const EnumTable::Value& value : meaning->enumeration->values) {
            names.push_back(value.name);
        }
    }
    const bool isKnown = std::any_of(names.begin(), names.end(),
                                     [&](const std::string& name) { return equalIgnoringCase(name, literal.text); });
    if (isKnown || (meaning != nullptr && (meaning->bitsSentinel || !meaning->absentTimes.empty()))) {
        return literal;
    }
    const std::string nearest = nearestName(literal.text, names);
    return failure(MessageId::InvalidValue, {m_made.subjectText(), literal.text,
                                             std::string(names.empty() ? "a number" : "a number or a name of one") +
                                                 (nearest.empty() ? "" : "; nearest: " + nearest)});
}

}  // namespace brokerscope
