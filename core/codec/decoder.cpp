#include "core/codec/decoder.h"

#include "core/codec/chunk_decoder.h"
#include "core/codec/frame_size.h"
#include "core/codec/tree_builder.h"
#include "core/codec/walk.h"
#include "core/schema/api_keys.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

using TreeWalk = Walk<TreeBuilder>;

// ApiVersions and its refusal (KIP-511).
constexpr std::int16_t kUnsupportedVersion = 35;
// ApiKey, ApiVersion and CorrelationId have one place in every request header version.
constexpr std::uint32_t kCertainHeaderBytes = 8;

// What both kinds of frame share: the tree under construction and the bytes not yet described.
class FrameDecoder {
public:
    FrameDecoder(std::shared_ptr<const ByteBuffer> bytes, const Limits& limits)
        : m_bytes(std::move(bytes))
        , m_limits(limits)
        , m_builder(limits, m_bytes->size())
        , m_end(static_cast<std::uint32_t>(m_bytes->size())) {}
    FrameDecoder(std::shared_ptr<const ByteBuffer> bytes, ByteSpan within, const Limits& limits)
        : m_bytes(std::move(bytes))
        , m_limits(limits)
        , m_builder(limits, within.length)
        , m_start(static_cast<std::uint32_t>(std::min<std::uint64_t>(within.offset, m_bytes->size())))
        , m_end(static_cast<std::uint32_t>(
              std::max<std::uint64_t>(m_start, std::min<std::uint64_t>(within.end(), m_bytes->size()))))
        , m_at(m_start) {}

    std::uint32_t at() const { return m_at; }
    std::uint32_t end() const { return m_end; }
    ByteView rest() const { return ByteView(*m_bytes).subspan(m_at, m_end - m_at); }

    // Of a frame without a size prefix.
    void beginImplied() {
        m_builder.beginFrame(m_start);
        m_builder.impliedSize(m_start, m_end - m_start);
    }

    // False when there is no size prefix.
    bool begin() {
        m_builder.beginFrame();
        if (m_bytes->size() < kFrameSizeBytes) {
            fail(MessageId::TruncatedValue, {"4", std::to_string(m_bytes->size())}, "size");
            return false;
        }
        const auto size = static_cast<std::int32_t>(readInteger(FieldType::Int32, m_bytes->data()));
        m_builder.frameSize(size);
        m_at = kFrameSizeBytes;
        checkSize(size);
        return true;
    }

    // Reads a message; false after a failure.
    bool read(const std::shared_ptr<const MessageLayout>& layout, std::string_view pathPrefix) {
        m_layouts.push_back(layout);
        if (layout->unknownBody) {
            fail(MessageId::UnknownBody, {layout->spec->name, std::to_string(layout->version)}, {});
            return false;
        }
        TreeWalk walk(ByteReader(ByteView(*m_bytes).first(m_end), m_at), m_builder, m_limits, pathPrefix);
        walk.readStruct(*layout->root, nullptr, m_at, 0);
        m_at = walk.reader().at();
        return !walk.failed();
    }

    void diagnose(Severity severity, MessageId id, std::vector<std::string> arguments, std::uint32_t offset,
                  std::uint32_t size, std::string path) {
        m_builder.diagnose({severity, id, std::move(arguments), {BufferId::Main, offset, size}, std::move(path)},
                           false);
    }
    void fail(MessageId id, std::vector<std::string> arguments, std::string path) {
        diagnose(Severity::Error, id, std::move(arguments), m_at, end() - m_at, std::move(path));
    }
    void failWith(const Error& error) { fail(error.id, error.arguments, error.path); }

    // The bytes that follow become a gap; `consumer` names what left them over, empty after a failure.
    std::shared_ptr<const ValueTree> finish(bool isFrame, const std::string& consumer) {
        const std::uint32_t left = end() - m_at;
        if (left > 0) {
            m_builder.gap(m_at, left);
            if (!consumer.empty()) {
                m_builder.diagnose({Severity::Error,
                                    MessageId::BytesLeft,
                                    {std::to_string(left), consumer},
                                    {BufferId::Main, m_at, left},
                                    {}},
                                   true);
            }
        }
        if (isFrame) {
            m_builder.endFrame(end());
        }
        std::shared_ptr<ValueTree> tree = m_builder.take();
        // The root stands for everything that was given, what was left over included.
        tree->nodes.front().size = m_end - m_start;
        tree->nodes.front().subtreeEnd = static_cast<std::uint32_t>(tree->nodes.size());
        tree->bytes = m_bytes;
        tree->layouts = std::move(m_layouts);
        tree->unread = left;
        tree->chunkDecoder = makeChunk;
        return tree;
    }

    TreeBuilder& builder() { return m_builder; }

private:
    void checkSize(std::int32_t size) {
        const auto following = static_cast<std::int64_t>(m_bytes->size() - kFrameSizeBytes);
        if (size < 0) {
            diagnose(Severity::Error, MessageId::FrameSizeNegative, {std::to_string(size)}, 0, kFrameSizeBytes, "size");
        } else if (size == 0) {
            diagnose(Severity::Error, MessageId::FrameSizeZero, {}, 0, kFrameSizeBytes, "size");
        } else if (size < kLeastFrameSize) {
            diagnose(Severity::Error, MessageId::FrameSizeTooSmall, {std::to_string(size)}, 0, kFrameSizeBytes, "size");
        } else if (size != following) {
            diagnose(Severity::Error, MessageId::FrameSizeMismatch, {std::to_string(size), std::to_string(following)},
                     0, kFrameSizeBytes, "size");
        } else if (static_cast<std::uint64_t>(size) > m_limits.frame) {
            diagnose(Severity::Error, MessageId::FrameSizeTooLarge,
                     {std::to_string(size), std::to_string(m_limits.frame)}, 0, kFrameSizeBytes, "size");
        }
    }

    std::shared_ptr<const ByteBuffer> m_bytes;
    const Limits& m_limits;
    TreeBuilder m_builder;
    std::vector<std::shared_ptr<const MessageLayout>> m_layouts;
    std::uint32_t m_start = 0;
    std::uint32_t m_end = 0;
    std::uint32_t m_at = 0;
};

std::string consumerName(const MessageLayout& layout) {
    return layout.spec->name + " v" + std::to_string(layout.version);
}

std::shared_ptr<const ValueTree> finishBody(FrameDecoder& decoder,
                                            const Result<std::shared_ptr<const MessageLayout>>& body) {
    if (!body) {
        decoder.failWith(body.error());
        return decoder.finish(true, {});
    }
    const bool whole = decoder.read(*body, {});
    return decoder.finish(true, whole ? consumerName(**body) : std::string());
}

// What a refusal in v0 form says of the ApiVersions versions that the broker knows (KIP-511; before it an empty list):
// body = error_code:int16 count:int32 *(api_key:int16 min:int16 max:int16)
std::string offeredRange(ByteView body) {
    constexpr std::size_t kHead = 6;
    constexpr std::size_t kEntry = 6;
    const auto number = [&body](std::size_t at) { return readInteger(FieldType::Int16, body.data() + at); };
    const std::int64_t count = body.size() < kHead ? 0 : readInteger(FieldType::Int32, body.data() + 2);
    std::size_t at = kHead;
    for (std::int64_t i = 0; i < count && at + kEntry <= body.size(); ++i, at += kEntry) {
        if (number(at) == api_key::kApiVersions) {
            return "it supports " + std::to_string(number(at + 2)) + '-' + std::to_string(number(at + 4));
        }
    }
    return "it offers no range";
}

// The header of an API or version that nobody knows: the eight bytes that are certain, by the oldest header's layout.
std::shared_ptr<const ValueTree> finishUnknownRequest(FrameDecoder& decoder, const SchemaRegistry& registry,
                                                      const Error& reason) {
    if (const auto header = registry.requestHeader(0)) {
        decoder.read(*header, "header.");
    }
    decoder.failWith(reason);
    return decoder.finish(true, {});
}

std::string requestName(const SchemaRegistry& registry, int apiKey, std::optional<int> version) {
    const ApiInfo* api = registry.api(apiKey);
    const std::string name = api != nullptr ? api->name : fmt::format("API key {}", apiKey);
    return version ? fmt::format("{} v{}", name, *version) : name;
}

// The bytes are the truth; that they are not what was asked for is said.
void tellOther(FrameDecoder& decoder, const SchemaRegistry& registry, const ExpectedRequest& found,
               const ExpectedRequest& expected) {
    const bool isOther =
        (expected.apiKey && expected.apiKey != found.apiKey) || (expected.version && expected.version != found.version);
    if (isOther) {
        constexpr std::uint32_t kKeyAndVersionBytes = 4;
        decoder.diagnose(Severity::Warning, MessageId::FrameIsAnother,
                         {requestName(registry, *found.apiKey, found.version),
                          requestName(registry, expected.apiKey.value_or(*found.apiKey), expected.version)},
                         decoder.at(), kKeyAndVersionBytes, "header.requestApiKey");
    }
}

// What stands behind the size of a request.
std::shared_ptr<const ValueTree> finishRequest(FrameDecoder& decoder, const SchemaRegistry& registry,
                                               const SchemaChoice& choice, const ExpectedRequest& expected = {}) {
    const ByteView rest = decoder.rest();
    if (rest.size() < kCertainHeaderBytes) {
        decoder.fail(MessageId::TruncatedValue, {std::to_string(kCertainHeaderBytes), std::to_string(rest.size())},
                     "header");
        return decoder.finish(true, {});
    }
    const auto apiKey = static_cast<int>(readInteger(FieldType::Int16, rest.data()));
    const auto version = static_cast<int>(readInteger(FieldType::Int16, rest.data() + 2));
    tellOther(decoder, registry, {apiKey, version}, expected);
    const Result<int> headerVersion = registry.requestHeaderVersion(apiKey, version, choice);
    if (!headerVersion) {
        return finishUnknownRequest(decoder, registry, headerVersion.error());
    }
    const auto header = registry.requestHeader(*headerVersion);
    if (!header) {
        return finishUnknownRequest(decoder, registry, header.error());
    }
    if (!decoder.read(*header, "header.")) {
        return decoder.finish(true, {});
    }
    return finishBody(decoder, registry.request(apiKey, version, choice));
}

std::shared_ptr<const ValueTree> finishResponse(FrameDecoder& decoder, const SchemaRegistry& registry, int apiKey,
                                                int version, const SchemaChoice& choice) {
    const Result<int> headerVersion = registry.responseHeaderVersion(apiKey, version, choice);
    const auto header = registry.responseHeader(headerVersion ? *headerVersion : 0);
    if (!header || !decoder.read(*header, "header.")) {
        return decoder.finish(true, {});
    }
    if (!headerVersion && apiKey != api_key::kApiVersions) {
        decoder.failWith(headerVersion.error());
        return decoder.finish(true, {});
    }
    const ByteView rest = decoder.rest();
    if (apiKey == api_key::kApiVersions && version > 0 && rest.size() >= 2 &&
        readInteger(FieldType::Int16, rest.data()) == kUnsupportedVersion) {
        decoder.diagnose(Severity::Note, MessageId::ApiVersionsFallback, {std::to_string(version), offeredRange(rest)},
                         decoder.at(), 2, "errorCode");
        return finishBody(decoder, registry.response(apiKey, 0, choice));
    }
    return finishBody(decoder, registry.response(apiKey, version, choice));
}

}  // namespace

std::shared_ptr<const ValueTree> decodeMessage(const std::shared_ptr<const MessageLayout>& layout,
                                               std::shared_ptr<const ByteBuffer> bytes, const Limits& limits) {
    FrameDecoder decoder(std::move(bytes), limits);
    // A message without a readable body is still a tree: its root stands for all of it.
    if (layout->unknownBody) {
        decoder.builder().beginStruct(nullptr, 0, 0);
        decoder.read(layout, {});
        decoder.builder().endStruct(decoder.at());
        return decoder.finish(false, {});
    }
    const bool whole = decoder.read(layout, {});
    return decoder.finish(false, whole ? consumerName(*layout) : std::string());
}

std::shared_ptr<const ValueTree> decodeRequestFrame(const SchemaRegistry& registry,
                                                    std::shared_ptr<const ByteBuffer> frame, const SchemaChoice& choice,
                                                    const Limits& limits, const ExpectedRequest& expected) {
    FrameDecoder decoder(std::move(frame), limits);
    if (!decoder.begin()) {
        return decoder.finish(true, {});
    }
    return finishRequest(decoder, registry, choice, expected);
}

std::shared_ptr<const ValueTree> decodeResponseFrame(const SchemaRegistry& registry, int apiKey, int version,
                                                     std::shared_ptr<const ByteBuffer> frame,
                                                     const SchemaChoice& choice, const Limits& limits) {
    FrameDecoder decoder(std::move(frame), limits);
    if (!decoder.begin()) {
        return decoder.finish(true, {});
    }
    return finishResponse(decoder, registry, apiKey, version, choice);
}

std::shared_ptr<const ValueTree> decodeRequestWithin(const SchemaRegistry& registry,
                                                     std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                                     const SchemaChoice& choice, const Limits& limits) {
    FrameDecoder decoder(std::move(bytes), within, limits);
    decoder.beginImplied();
    return finishRequest(decoder, registry, choice);
}

std::shared_ptr<const ValueTree> decodeResponseWithin(const SchemaRegistry& registry, int apiKey, int version,
                                                      std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                                      const SchemaChoice& choice, const Limits& limits) {
    FrameDecoder decoder(std::move(bytes), within, limits);
    decoder.beginImplied();
    return finishResponse(decoder, registry, apiKey, version, choice);
}

}  // namespace brokerscope
