#include "core/exchange/error_summary.h"

#include "core/codec/walk.h"
#include "core/exchange/answer_sink.h"

#include <string_view>

namespace brokerscope {

bool isErrorCode(const FieldLayout& field) {
    const std::string_view name = field.spec->jsonName;
    return field.type == FieldType::Int16 && !field.isArray && (name == "errorCode" || name.ends_with("ErrorCode"));
}

ErrorSummary summarizeErrors(const NodeRef& body) {
    if (!body.isValid() || body.tree().layouts.empty()) {
        return {};
    }
    const std::shared_ptr<const MessageLayout>& layout = body.tree().layouts.back();
    const auto start = static_cast<std::uint32_t>(body.span().offset);
    AnswerSink sink;
    sink.beginMessage(layout, false);
    const Limits limits;
    Walk<AnswerSink> walk(ByteReader(ByteView(*body.tree().bytes), start), sink, limits, {});
    walk.readStruct(*layout->root, nullptr, start, 0);
    return std::move(sink.errors);
}

}  // namespace brokerscope
