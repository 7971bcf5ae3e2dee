#include "app/cli/data_fault.h"

#include <algorithm>

namespace brokerscope {

bool isFault(const Diagnostic& remark) {
    return remark.severity != Severity::Note;
}

bool holdsFault(const ValueTree& message) {
    return message.unread > 0 || std::ranges::any_of(message.diagnostics, isFault, &NodeDiagnostic::diagnostic);
}

bool holdsFault(const Exchange& exchange) {
    const bool isAnswerRead = exchange.request != nullptr;
    const bool isAnswerFaulty = exchange.unread > 0 || exchange.responseDiagnostics > 0;
    return !exchange.errors.isEmpty() || exchange.malformed || exchange.requestDiagnostics > 0 ||
           (isAnswerRead && isAnswerFaulty) || isRefused(exchange.notes);
}

bool isRefused(const std::vector<Diagnostic>& remarks) {
    return std::ranges::any_of(remarks, [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

}  // namespace brokerscope
