#include "core/exchange/answer_sink.h"

#include <string_view>

namespace brokerscope {
namespace {

constexpr std::string_view kThrottleTime = "throttleTimeMs";

}  // namespace

void AnswerSink::beginMessage(const std::shared_ptr<const MessageLayout>& layout, bool isHeader) {
    body = isHeader ? nullptr : layout;
}

void AnswerSink::scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
    if (body == nullptr) {
        return;
    }
    if (field->type == FieldType::Int32) {
        if (value >= 0 && isAtTop() && field->spec->jsonName == kThrottleTime) {
            throttleMs = static_cast<std::int32_t>(value);
        }
    } else if (value != 0 && isErrorCode(*field)) {
        ++errors.count;
        if (errors.findings.size() < ErrorSummary::kKept) {
            errors.findings.push_back({pathOf(field), static_cast<std::int16_t>(value)});
        }
    }
}

void AnswerSink::diagnose(const Diagnostic& diagnostic, bool) {
    remarks += diagnostic.severity > Severity::Note ? 1 : 0;
    if (diagnostic.id == MessageId::ApiVersionsFallback) {
        fallback = diagnostic;
    }
    if (diagnostic.severity == Severity::Error && !malformed) {
        malformed = diagnostic;
    }
}

}  // namespace brokerscope
