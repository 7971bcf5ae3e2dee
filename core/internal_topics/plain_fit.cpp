#include "core/internal_topics/plain_fit.h"

#include "core/codec/null_sink.h"
#include "core/codec/walk.h"

#include <algorithm>

namespace brokerscope {
namespace {

struct FitSink : NullSink {
    explicit FitSink(ByteView read) : bytes(read) {}

    ByteView bytes;
    bool isOdd = false;

    void blob(const FieldLayout*, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize, std::uint32_t size,
              bool) {
        if (kind == NodeKind::String) {
            const ByteView text = bytes.subspan(offset + prefixSize, size - prefixSize);
            isOdd = isOdd || std::ranges::any_of(text, [](std::uint8_t c) { return c < 0x20 || c == 0x7f; });
        }
    }
    void diagnose(const Diagnostic& remark, bool) { isOdd = isOdd || remark.severity == Severity::Error; }
};

}  // namespace

bool fitsPlainly(const MessageLayout& layout, ByteView bytes, std::size_t at) {
    FitSink sink(bytes);
    const Limits limits;
    const auto start = static_cast<std::uint32_t>(at);
    Walk<FitSink> walk(ByteReader(bytes, start), sink, limits, {});
    walk.readStruct(*layout.root, nullptr, start, 0);
    return !walk.failed() && !sink.isOdd && walk.reader().left() == 0;
}

}  // namespace brokerscope
