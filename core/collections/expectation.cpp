#include "core/collections/expectation.h"

#include "core/collections/expectation_parser.h"
#include "core/query/path_values.h"
#include "core/value/json_reader_document.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"
#include "core/value/overlay_values.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kToldValues = 3;    // in a sentence
constexpr std::size_t kKeptValues = 100;  // in the JSON of a result
constexpr std::size_t kLongestTold = 80;  // bytes of one value in a sentence
constexpr std::string_view kMasked = "\"***\"";

std::string jsonString(std::string_view text) {
    std::string out;
    appendJsonString(out, text);
    return out;
}

// A literal as JSON: what can be a JSON value is one, unless it was quoted.
std::string literalJson(const FilterLiteral& literal) {
    const bool isNumber = literal.number && literal.unit == FilterLiteral::Unit::None &&
                          literal.text.find_first_not_of("-.0123456789") == std::string::npos;
    const bool isWord = literal.text == "null" || literal.text == "true" || literal.text == "false";
    if (literal.isQuoted || (!isNumber && !isWord)) {
        return jsonString(literal.text);
    }
    if (isNumber && literal.integer) {
        return std::to_string(*literal.integer);
    }
    // "05.5" is a number to people and none to JSON.
    return !isNumber || parseJson(literal.text, {}) ? literal.text : fmt::format("{}", *literal.number);
}

std::string list(const std::vector<std::string>& items) {
    return fmt::format("[{}]", fmt::join(items, ","));
}

// "NOT_COORDINATOR (16)"
std::string told(const MetValue& value) {
    if (value.isSecret) {
        return "***";
    }
    const std::string text = value.json.size() <= kLongestTold ? value.json : value.json.substr(0, kLongestTold) + "…";
    return value.label.empty() ? text : fmt::format("{} ({})", value.label, text);
}

bool hasAnyStep(const FilterPath& path) {
    return std::any_of(path.steps.begin(), path.steps.end(),
                       [](const PathStep& step) { return step.isElement && step.element == PathStep::kAny; });
}

// Of a header its own prefix is part of the node's path.
std::string concretePath(PathScope scope, const NodeRef& node) {
    const std::string path = node.path();
    const std::string_view prefix = scopePrefix(scope);
    return path.starts_with(prefix) ? path : std::string(prefix) + path;
}

}  // namespace

const MessageSpec* ConditionContext::spec(PathScope scope) const {
    switch (scope) {
        case PathScope::Request:
            return request.get();
        case PathScope::Response:
            return response.get();
        case PathScope::Header:
            return header.get();
        case PathScope::Message:
            break;
    }
    return nullptr;
}

const NodeRef& AnsweredRequest::message(PathScope scope) const {
    return scope == PathScope::Request ? request : scope == PathScope::Header ? header : response;
}

std::string ConditionResult::condition() const {
    const bool hasValue = expected != "null" || (op != "exists" && op != "absent");
    return hasValue ? fmt::format("{} {} {}", path, op, isSecret ? "***" : expected) : fmt::format("{} {}", path, op);
}

Result<Expectation> Expectation::parse(std::string_view text, const ConditionContext& context) {
    return ExpectationParser(text, context).parse();
}

bool Expectation::holdsFor(const FilterValue& value) const {
    const auto is = [&](const FilterLiteral& literal) {
        return compares(value, m_kind == Kind::In ? FilterOperator::Equal : m_operator, literal);
    };
    return m_kind == Kind::Exists || m_kind == Kind::Absent || std::any_of(m_literals.begin(), m_literals.end(), is);
}

std::vector<MetValue> Expectation::valuesOf(const AnsweredRequest& answered, const SchemaRegistry& registry) const {
    std::vector<MetValue> values;
    if (m_subject == Subject::Failure) {
        if (!answered.failure.empty()) {
            values.push_back({"failure",
                              jsonString(answered.failure),
                              {},
                              false,
                              holdsFor({std::string_view(answered.failure), {}})});
        }
        return values;
    }
    if (m_subject == Subject::Latency) {
        if (answered.latencyMs) {
            values.push_back({"latency",
                              fmt::format("{:.3f}", *answered.latencyMs),
                              {},
                              false,
                              holdsFor({*answered.latencyMs, {}})});
        }
        return values;
    }
    visitPathNodes(answered.message(m_path.scope), m_path, [&](const NodeRef& node) {
        MetValue met;
        met.path = concretePath(m_path.scope, node);
        met.json = toJson(node);
        met.isSecret = isSecret(node);
        const auto leaf = leafOf(node);
        const auto take = [&](const FilterValue& value) {
            met.label = value.label;
            met.ok = holdsFor(value);
            return true;
        };
        if (leaf) {
            visitLeaf(*leaf, &registry, take);
        } else {
            take({std::monostate(), {}});
        }
        values.push_back(std::move(met));
        return false;
    });
    return values;
}

// Of a path that ends with an element: how many there are; else the elements of each list.
std::vector<MetValue> Expectation::countsOf(const AnsweredRequest& answered) const {
    std::vector<MetValue> counts;
    const auto count = [&](std::string path, std::size_t number) {
        const auto value = static_cast<std::int64_t>(number);
        counts.push_back({std::move(path), std::to_string(value), {}, false, holdsFor({value, {}})});
    };
    const NodeRef& message = answered.message(m_path.scope);
    if (!message.isValid()) {
        return counts;
    }
    if (!m_path.steps.empty() && m_path.steps.back().isElement) {
        std::size_t number = 0;
        visitPathNodes(message, m_path, [&number](const NodeRef&) {
            ++number;
            return false;
        });
        count(m_path.toString(), number);
        return counts;
    }
    visitPathNodes(message, m_path, [&](const NodeRef& node) {
        count(concretePath(m_path.scope, node),
              node.kind() == NodeKind::Array && !node.isNull() ? node.childCount() : 0);
        return false;
    });
    return counts;
}

std::string Expectation::subjectText() const {
    return m_subject == Subject::Latency ? "latency" : m_subject == Subject::Failure ? "failure" : m_path.toString();
}

bool Expectation::holds(const std::vector<MetValue>& values) const {
    if (m_kind == Kind::Absent) {
        return values.empty();
    }
    const auto isOk = [](const MetValue& value) { return value.ok; };
    return m_isSome || m_kind == Kind::Exists ? std::any_of(values.begin(), values.end(), isOk)
                                              : !values.empty() && std::all_of(values.begin(), values.end(), isOk);
}

ConditionResult Expectation::check(const AnsweredRequest& answered, const SchemaRegistry& registry) const {
    ConditionResult result;
    result.path = (m_isSome ? "some " : "") + subjectText();
    result.op = m_operatorText;
    std::vector<std::string> expected;
    std::transform(m_literals.begin(), m_literals.end(), std::back_inserter(expected), literalJson);
    result.expected = m_kind == Kind::In ? list(expected) : expected.empty() ? "null" : expected.front();
    const std::vector<MetValue> values = m_kind == Kind::Count ? countsOf(answered) : valuesOf(answered, registry);
    result.ok = holds(values);
    tell(result, values);
    return result;
}

void Expectation::tell(ConditionResult& result, const std::vector<MetValue>& values) const {
    // Where a name is expected the name of what is there says more than its number.
    const bool asksForName = std::any_of(m_literals.begin(), m_literals.end(), [](const FilterLiteral& literal) {
        return literal.text.find_first_not_of("-.0123456789") != std::string::npos;
    });
    std::vector<std::string> all;
    std::vector<std::string> masked;
    std::vector<std::string> sentences;
    // Where nothing was met nothing tells whether this one is a secret.
    result.isSecret = values.empty() && m_mayBeSecret;
    for (const MetValue& value : values) {
        result.isSecret = result.isSecret || value.isSecret;
        if (all.size() < kKeptValues) {
            all.push_back(asksForName && !value.label.empty() ? jsonString(value.label) : value.json);
            masked.push_back(value.isSecret ? std::string(kMasked) : all.back());
        }
        const bool isTold = m_kind == Kind::Absent || !value.ok;
        if (isTold && sentences.size() < kToldValues) {
            sentences.push_back(
                fmt::format("{}{} is {}", m_kind == Kind::Count ? "the count of " : "", value.path, told(value)));
        }
    }
    const bool isList = (m_subject == Subject::Path && hasAnyStep(m_path) && m_kind != Kind::Count) || all.size() > 1;
    result.actual = isList ? list(all) : all.empty() ? "null" : all.front();
    result.masked = isList ? list(masked) : masked.empty() ? "null" : masked.front();
    if (!result.ok) {
        result.sentence = values.empty() ? "there is no such value" : fmt::format("{}", fmt::join(sentences, ", "));
    }
}

}  // namespace brokerscope
