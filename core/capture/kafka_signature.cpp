#include "core/capture/kafka_signature.h"

#include "core/base/utf8.h"
#include "core/capture/endian_reader.h"
#include "core/codec/frame_walk.h"
#include "core/codec/null_sink.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::int32_t kLeastRequest = 8;  // key, version and correlation id
constexpr std::int32_t kLeastResponse = 4;
constexpr std::size_t kClientIdLength = 2;

bool isPlainText(ByteView text) {
    return std::ranges::none_of(text, [](std::uint8_t c) { return c < 0x20 || c == 0x7f; }) && !firstInvalidUtf8(text);
}

// Asks only whether something is wrong.
struct FaultSink : NullSink {
    bool isFaulty = false;

    void diagnose(const Diagnostic& remark, bool) { isFaulty = isFaulty || remark.severity == Severity::Error; }
};

RequestLook lookOfBody(const SchemaRegistry& registry, ByteView bytes, const RequestCheck& check, bool isKnownVersion) {
    if (bytes.size() < check.size) {
        return isKnownVersion ? RequestLook::Begins : RequestLook::Vague;
    }
    if (!isKnownVersion) {
        return RequestLook::Vague;
    }
    FaultSink sink;
    const Limits limits;
    const std::uint64_t unread =
        FrameWalk<FaultSink>(bytes.first(static_cast<std::size_t>(check.size)), 0, sink, limits)
            .requestFrame(registry, {});
    return unread == 0 && !sink.isFaulty ? RequestLook::Whole : RequestLook::Vague;
}

// Takes the client id; anything but Begins ends the check.
RequestLook readClientId(ByteView bytes, RequestCheck& check) {
    if (bytes.size() < kLeastRequestBytes + kClientIdLength) {
        return RequestLook::Unfinished;
    }
    const auto length = static_cast<std::int16_t>(EndianReader(bytes).u16(kLeastRequestBytes));
    if (length == -1) {
        return RequestLook::Begins;
    }
    const std::size_t begin = kLeastRequestBytes + kClientIdLength;
    if (length < 0 || begin + static_cast<std::size_t>(length) > check.size) {
        return RequestLook::NotOne;
    }
    const std::size_t here = std::min<std::size_t>(static_cast<std::size_t>(length), bytes.size() - begin);
    const ByteView text = bytes.subspan(begin, here);
    const bool isAllHere = here == static_cast<std::size_t>(length);
    if (!isAllHere) {
        const bool mayBe = std::ranges::none_of(text, [](std::uint8_t c) { return c < 0x20 || c == 0x7f; });
        return mayBe ? RequestLook::Unfinished : RequestLook::NotOne;
    }
    check.clientId = asText(text);
    return isPlainText(text) ? RequestLook::Begins : RequestLook::NotOne;
}

}  // namespace

RequestCheck checkRequest(const SchemaRegistry& registry, ByteView bytes, std::uint64_t frameLimit) {
    RequestCheck check;
    const EndianReader head(bytes);
    if (bytes.size() >= kFrameSizeBytes) {
        const auto size = static_cast<std::int32_t>(head.u32(0));
        if (size < kLeastRequest || static_cast<std::uint64_t>(size) > frameLimit) {
            return check;
        }
        check.size = kFrameSizeBytes + static_cast<std::uint64_t>(size);
    } else if (!bytes.empty() && bytes[0] >= 0x80) {
        return check;
    }
    if (bytes.size() >= kFrameSizeBytes + 2 && registry.api(static_cast<std::int16_t>(head.u16(4))) == nullptr) {
        return check;
    }
    if (bytes.size() >= kLeastRequestBytes && static_cast<std::int32_t>(head.u32(8)) < 0) {
        return check;
    }
    if (bytes.size() < kLeastRequestBytes) {
        check.look = RequestLook::Unfinished;
        return check;
    }
    check.correlationId = static_cast<std::int32_t>(head.u32(8));
    const int apiKey = static_cast<std::int16_t>(head.u16(4));
    const int version = static_cast<std::int16_t>(head.u16(6));
    const auto headerVersion = registry.requestHeaderVersion(apiKey, version);
    const bool hasClientId = !headerVersion || *headerVersion > 0;
    check.look = version < 0 ? RequestLook::NotOne : hasClientId ? readClientId(bytes, check) : RequestLook::Begins;
    if (check.look == RequestLook::Begins) {
        check.look = lookOfBody(registry, bytes, check, headerVersion.has_value());
    }
    return check;
}

bool isWholeResponse(const SchemaRegistry& registry, ByteView bytes, int apiKey, int version) {
    FaultSink sink;
    const Limits limits;
    const std::uint64_t unread =
        FrameWalk<FaultSink>(bytes, 0, sink, limits).responseFrame(registry, apiKey, version, {});
    return unread == 0 && !sink.isFaulty;
}

std::optional<ResponseHead> responseHead(ByteView bytes, std::uint64_t frameLimit) {
    if (bytes.size() < 2 * kFrameSizeBytes) {
        return std::nullopt;
    }
    const auto size = static_cast<std::int32_t>(EndianReader(bytes).u32(0));
    if (size < kLeastResponse || static_cast<std::uint64_t>(size) > frameLimit) {
        return std::nullopt;
    }
    return ResponseHead{kFrameSizeBytes + static_cast<std::uint64_t>(size),
                        static_cast<std::int32_t>(EndianReader(bytes).u32(4))};
}

}  // namespace brokerscope
