#include "core/workbench/check_verdict.h"

#include "core/schema/error_codes.h"

#include <algorithm>
#include <array>
#include <set>

namespace brokerscope {
namespace {

CheckResult resultOfAnswer(const CheckOutcome& outcome) {
    const bool hasRemarks = std::any_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.severity > Severity::Note; });
    if (outcome.unread > 0 || hasRemarks) {
        return CheckResult::Undecodable;
    }
    return outcome.errors.empty() ? CheckResult::Answered : CheckResult::Refused;
}

// Bytes came from the peer that are no frame, or not the answer; whatever else ended the connection closed it.
CheckResult resultOfFailure(const TransportError& failure) {
    static constexpr std::array kNoAnswers{MessageId::CorrelationUnexpected, MessageId::NotKafka,
                                           MessageId::FrameSizeNegative,     MessageId::FrameSizeZero,
                                           MessageId::FrameSizeTooSmall,     MessageId::FrameSizeTooLarge};
    if (std::find(kNoAnswers.begin(), kNoAnswers.end(), failure.error.id) != kNoAnswers.end()) {
        return CheckResult::Undecodable;
    }
    return failure.error.id == MessageId::TimedOut ? CheckResult::Timeout : CheckResult::Closed;
}

// Sorted, each once. A code that the error table lacks has no name that a row could have: its number.
std::vector<std::string> errorNamesOf(const SchemaRegistry& registry, const std::vector<ErrorFinding>& findings) {
    std::set<std::string> names;
    for (const ErrorFinding& finding : findings) {
        const ErrorCodeInfo* error = registry.errorCode(finding.code);
        names.insert(error != nullptr ? error->name : std::to_string(finding.code));
    }
    return {names.begin(), names.end()};
}

bool isAmong(const std::vector<ExpectedOutcome>& possible, const std::string& errorName) {
    return std::any_of(possible.begin(), possible.end(), [&](const ExpectedOutcome& outcome) {
        return std::find(outcome.errors.begin(), outcome.errors.end(), errorName) != outcome.errors.end();
    });
}

}  // namespace

CheckOutcome outcomeOf(const SendResult& sent) {
    CheckOutcome outcome;
    outcome.exchange = sent.exchange;
    outcome.errors = sent.exchange->errors.findings;
    outcome.unread = sent.exchange->unread;
    outcome.failure = sent.exchange->failure;
    if (sent.response != nullptr) {
        for (const NodeDiagnostic& diagnostic : sent.response->diagnostics) {
            outcome.diagnostics.push_back(diagnostic.diagnostic);
        }
    }
    for (const Diagnostic& note : sent.exchange->notes) {
        if (note.severity > Severity::Note) {
            outcome.diagnostics.push_back(note);
        }
    }
    outcome.result = outcome.failure ? resultOfFailure(*outcome.failure) : resultOfAnswer(outcome);
    return outcome;
}

CheckOutcome outcomeOfUnsent(const Error& error) {
    CheckOutcome outcome;
    outcome.failure = TransportError{error, std::nullopt};
    outcome.result = resultOfFailure(*outcome.failure);
    return outcome;
}

bool isExpected(const SchemaRegistry& registry, const CheckOutcome& outcome,
                const std::vector<ExpectedOutcome>& possible) {
    const std::vector<std::string> errors = errorNamesOf(registry, outcome.errors);
    return std::any_of(possible.begin(), possible.end(),
                       [&](const ExpectedOutcome& one) { return one.matches(outcome.result, errors); });
}

bool mayPass(const SchemaRegistry& registry, const CheckOutcome& outcome,
             const std::vector<ExpectedOutcome>& possible) {
    bool passes = false;
    for (const ErrorFinding& finding : outcome.errors) {
        const ErrorCodeInfo* error = registry.errorCode(finding.code);
        if (error != nullptr && isAmong(possible, error->name)) {
            continue;
        }
        if (error == nullptr || !error->retriable) {
            return false;
        }
        passes = true;
    }
    return passes;
}

bool isRefusalOfUnknown(const CheckOutcome& outcome) {
    return outcome.result == CheckResult::Closed ||
           (outcome.result == CheckResult::Refused && outcome.errors.front().code == error_code::kUnsupportedVersion);
}

}  // namespace brokerscope
