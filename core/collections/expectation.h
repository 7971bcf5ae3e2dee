#pragma once

#include "core/base/error.h"
#include "core/query/filter_literal.h"
#include "core/query/filter_path.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What paths of conditions are checked against, and what their names mean.
struct ConditionContext {
    const SchemaRegistry* registry = nullptr;
    std::shared_ptr<const MessageSpec> request;   // null: not known, paths are not checked
    std::shared_ptr<const MessageSpec> response;  // the same
    std::shared_ptr<const MessageSpec> header;    // the same

    const MessageSpec* spec(PathScope scope) const;
};

// What came of a request, as conditions see it. Nodes are messages' own structures; invalid where there is none.
struct AnsweredRequest {
    NodeRef request;
    NodeRef response;
    NodeRef header;                   // of the request
    std::optional<double> latencyMs;  // sent to last byte
    std::string failure;              // code of why no answer came (CONNECTION_CLOSED); empty: one came, or none is due

    const NodeRef& message(PathScope scope) const;
};

// A value that a condition met.
struct MetValue {
    std::string path;   // concrete: response.topics[1].errorCode
    std::string json;   // as toJson writes it
    std::string label;  // UNKNOWN_TOPIC_OR_PARTITION; empty: it has none
    bool isSecret = false;
    bool ok = false;
};

// What became of one condition.
struct ConditionResult {
    std::string path;       // as written: "some response.topics[].errorCode"
    std::string op;         // "==", "count >="
    std::string expected;   // JSON; null where the operator takes no value
    std::string actual;     // JSON: a value, or a list of them where the path has []; null: there is none
    std::string masked;     // the same with secrets masked
    bool isSecret = false;  // the value that was expected is one
    bool ok = false;
    std::string sentence;  // what is, for people: "response.errorCode is NOT_COORDINATOR (16)"; secrets masked

    // "response.errorCode == NONE", the value masked where it is a secret.
    std::string condition() const;
};

// A condition on an exchange:
//   condition = [ "some" ] subject ( operator value | "in" value *( "," value ) | "exists" | "absent"
//                                  | "count" [ operator ] number )
//   subject   = "latency" | "failure" | "request." path | "response." path | "header." path
//   operator  = "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"
//   value     = quoted | bare                  ; bare: up to the end, or the next comma of a list
// Paths, values and how they compare are those of filters (core/query). Where the path names several values all of them
// must hold, and there must be one; after "some" one of them is enough. "failure" is there where an answer that was due
// did not come. Immutable.
class Expectation {
public:
    // Errors with their place in `text`: FilterExpected; UnknownField with the nearest path; InvalidValue for a name
    // that the field does not have, and for what is no number where order is asked for.
    static Result<Expectation> parse(std::string_view text, const ConditionContext& context);

    // Whether it asks why no answer came: where one does, that none came is no failure by itself.
    bool isAboutFailure() const { return m_subject == Subject::Failure; }
    // `registry`: names of error codes.
    ConditionResult check(const AnsweredRequest& answered, const SchemaRegistry& registry) const;

private:
    friend class ExpectationParser;
    enum class Kind : std::uint8_t { Compare, In, Exists, Absent, Count };
    enum class Subject : std::uint8_t { Path, Latency, Failure };

    std::vector<MetValue> valuesOf(const AnsweredRequest& answered, const SchemaRegistry& registry) const;
    std::string subjectText() const;
    std::vector<MetValue> countsOf(const AnsweredRequest& answered) const;
    bool holdsFor(const FilterValue& value) const;
    bool holds(const std::vector<MetValue>& values) const;
    void tell(ConditionResult& result, const std::vector<MetValue>& values) const;

    bool m_isSome = false;
    Subject m_subject = Subject::Path;
    FilterPath m_path;  // of Path
    Kind m_kind = Kind::Compare;
    FilterOperator m_operator = FilterOperator::Equal;
    std::string m_operatorText;  // as written
    std::vector<FilterLiteral> m_literals;
    bool m_mayBeSecret = false;  // the field's values may be secrets
};

}  // namespace brokerscope
