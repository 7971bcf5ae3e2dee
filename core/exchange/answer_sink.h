#pragma once

#include "core/codec/path_sink.h"
#include "core/exchange/error_summary.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace brokerscope {

// The sink that takes from a response what its summary says, without a tree: error codes, the quota wait, how much was
// remarked. Not thread safe.
class AnswerSink : public PathSink {
public:
    ErrorSummary errors;
    std::optional<std::int32_t> throttleMs;
    std::uint32_t remarks = 0;                  // above notes
    std::optional<Diagnostic> fallback;         // that the answer is a refusal in v0 form (KIP-511)
    std::optional<Diagnostic> malformed;        // the first error
    std::shared_ptr<const MessageLayout> body;  // null: which it has is not known

    void beginMessage(const std::shared_ptr<const MessageLayout>& layout, bool isHeader);
    void scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value);
    void diagnose(const Diagnostic& diagnostic, bool onLast);
};

}  // namespace brokerscope
