#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/collections/commented_json.h"
#include "core/collections/expectation.h"
#include "core/collections/request_file.h"
#include "core/collections/variable_scope.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What a request file is read with.
struct PlanContext {
    const SchemaRegistry* registry = nullptr;
    SchemaChoice choice;
    Limits limits;
    // What is wrong with a target; empty: every target is taken. Targets belong to the live half.
    std::function<std::optional<Error>(std::string_view target)> checkTarget;
    bool takesUnknownVersions = false;  // those that no definition has are sent in the form of another
};

// "while CONDITION for TIME [every TIME]": the request is sent again while the condition holds of its answer.
struct RetryRule {
    static constexpr std::int64_t kUsualPauseMs = 500;
    static constexpr std::int64_t kLongestMs = 86'400'000;

    Expectation condition;
    std::int64_t forMs = 0;  // from the first sending on; above 0
    std::int64_t everyMs = kUsualPauseMs;
};

// "NAME = PATH": a variable that the answer sets.
struct AnswerVariable {
    std::string name;
    FilterPath path;
};

// What one request file asks for, its variables put in.
struct RequestPlan {
    std::string name;  // empty: it has none
    std::optional<std::int16_t> apiKey;
    std::string apiName;                    // "API 99" where it has none
    std::optional<std::int16_t> version;    // absent: the highest stable one that both sides know
    std::string target = "auto";            // as `send --target` takes it
    std::optional<std::string> header;      // fields of the request header that are told, as JSON
    std::optional<std::string> body;        // JSON without comments; absent: the minimal request
    std::optional<ByteBuffer> raw;          // these bytes instead, size prefix included
    std::vector<Expectation> expectations;  // in their order
    std::vector<AnswerVariable> variables;  // in their order
    std::optional<RetryRule> retry;
    bool stopsOnFailure = true;

    std::string pending;  // a variable that it needs and that no answer has set yet; empty: none
    // Errors, and notes on keys that mean nothing. `span` counts bytes of the file.
    std::vector<Diagnostic> remarks;

    bool hasErrors() const;
};

// Reads a file with the variables of a scope. What depends on a variable without a value is not judged. Never fails:
// everything that is wrong is in the remarks, each with its place.
RequestPlan planRequest(const RequestFile& file, const VariableScope& scope, const PlanContext& context);

// The place in the file of a field of its body, which is `json`; of the part above it where it has no such field.
ByteSpan placeInBody(const RequestFile& file, const CommentedJson& json, std::string_view path);

// The keys that mean something, in the order of the documentation; "header." stands for all that begin so.
const std::vector<std::string>& requestKeys();

}  // namespace brokerscope
