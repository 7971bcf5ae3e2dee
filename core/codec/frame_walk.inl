// Part of core/codec/frame_walk.h: what stands where in a frame.
#pragma once

#include "core/codec/frame_walk.h"

namespace brokerscope {

// False when there is nothing to read: no size prefix, or nothing behind one that is wrong, of which all was said then.
template <class Sink>
bool FrameWalk<Sink>::begin() {
    m_sink.beginFrame();
    if (m_bytes.size() < kFrameSizeBytes) {
        fail(MessageId::TruncatedValue, {"4", std::to_string(m_bytes.size())}, "size");
        return false;
    }
    const auto size = static_cast<std::int32_t>(readInteger(FieldType::Int32, m_bytes.data()));
    m_sink.frameSize(size);
    m_at = kFrameSizeBytes;
    return checkSize(size) || m_bytes.size() > kFrameSizeBytes;
}

// False where something was said of it.
template <class Sink>
bool FrameWalk<Sink>::checkSize(std::int32_t size) {
    const auto following = static_cast<std::int64_t>(m_bytes.size() - kFrameSizeBytes);
    if (size < 0) {
        diagnose(Severity::Error, MessageId::FrameSizeNegative, {std::to_string(size)}, 0, kFrameSizeBytes, "size");
    } else if (size == 0) {
        diagnose(Severity::Error, MessageId::FrameSizeZero, {}, 0, kFrameSizeBytes, "size");
    } else if (size < kLeastFrameSize) {
        diagnose(Severity::Error, MessageId::FrameSizeTooSmall, {std::to_string(size)}, 0, kFrameSizeBytes, "size");
    } else if (size != following) {
        diagnose(Severity::Error, MessageId::FrameSizeMismatch, {std::to_string(size), std::to_string(following)}, 0,
                 kFrameSizeBytes, "size");
    } else if (static_cast<std::uint64_t>(size) > m_limits.frame) {
        diagnose(Severity::Error, MessageId::FrameSizeTooLarge, {std::to_string(size), std::to_string(m_limits.frame)},
                 0, kFrameSizeBytes, "size");
    } else {
        return true;
    }
    return false;
}

// Reads a message; false after a failure.
template <class Sink>
bool FrameWalk<Sink>::read(const std::shared_ptr<const MessageLayout>& layout, bool isHeader) {
    m_sink.beginMessage(layout, isHeader);
    if (layout->unknownBody) {
        fail(MessageId::UnknownBody, {layout->spec->name, std::to_string(layout->version)}, {});
        return false;
    }
    Walk<Sink> walk(ByteReader(m_bytes, m_at), m_sink, m_limits, isHeader ? kHeaderPrefix : std::string_view());
    walk.readStruct(*layout->root, nullptr, m_at, 0);
    m_at = walk.reader().at();
    m_unread += walk.unread();
    return !walk.failed();
}

template <class Sink>
std::uint64_t FrameWalk<Sink>::request(const SchemaRegistry& registry, const SchemaChoice& choice,
                                       const ExpectedRequest& expected) {
    const ByteView head = rest();
    if (head.size() < kCertainHeaderBytes) {
        fail(MessageId::TruncatedValue, {std::to_string(kCertainHeaderBytes), std::to_string(head.size())}, "header");
        return finish(nullptr);
    }
    const auto apiKey = static_cast<int>(readInteger(FieldType::Int16, head.data()));
    const auto version = static_cast<int>(readInteger(FieldType::Int16, head.data() + 2));
    // The bytes are the truth; that they are not what was asked for is said.
    if (expected.isOther(apiKey, version)) {
        constexpr std::uint32_t kKeyAndVersionBytes = 4;
        diagnose(Severity::Warning, MessageId::FrameIsAnother,
                 {requestName(registry, apiKey, version),
                  requestName(registry, expected.apiKey.value_or(apiKey), expected.version)},
                 m_at, kKeyAndVersionBytes, "header.requestApiKey");
    }
    const auto header = requestHeaderLayout(registry, apiKey, version, choice);
    if (!header) {
        return unknownRequest(registry, header.error());
    }
    return read(*header, true) ? body(registry.request(apiKey, version, choice)) : finish(nullptr);
}

// The header of an API or version that nobody knows: the eight bytes that are certain.
template <class Sink>
std::uint64_t FrameWalk<Sink>::unknownRequest(const SchemaRegistry& registry, const Error& reason) {
    if (const auto header = certainHeader(registry.requestHeader(0))) {
        read(*header, true);
    }
    fail(reason.id, reason.arguments, reason.path);
    return finish(nullptr);
}

template <class Sink>
std::uint64_t FrameWalk<Sink>::response(const SchemaRegistry& registry, int apiKey, int version,
                                        const SchemaChoice& choice) {
    const Result<int> headerVersion = registry.responseHeaderVersion(apiKey, version, choice);
    // Answers of ApiVersions have the same header in every version, known or not.
    const bool isKnown = headerVersion || apiKey == api_key::kApiVersions;
    const auto oldest = registry.responseHeader(headerVersion.value_or(0));
    const auto header = isKnown ? oldest : certainHeader(oldest);
    if (!header || !read(*header, true)) {
        return finish(nullptr);
    }
    if (const auto offered = apiVersionsFallback(apiKey, version, rest())) {
        diagnose(Severity::Note, MessageId::ApiVersionsFallback, {std::to_string(version), *offered}, m_at, 2,
                 "errorCode");
        return body(registry.response(apiKey, 0, choice));
    }
    if (!headerVersion) {
        return body(tl::unexpected<Error>(headerVersion.error()));
    }
    return body(registry.response(apiKey, version, choice));
}

template <class Sink>
std::uint64_t FrameWalk<Sink>::body(const Result<std::shared_ptr<const MessageLayout>>& layout) {
    if (!layout) {
        fail(layout.error().id, layout.error().arguments, layout.error().path);
        return finish(nullptr);
    }
    return finish(read(*layout, false) ? layout->get() : nullptr);
}

template <class Sink>
std::uint64_t FrameWalk<Sink>::message(const std::shared_ptr<const MessageLayout>& layout) {
    if (!layout->unknownBody) {
        return leaveRest(read(layout, false) ? layout.get() : nullptr);
    }
    // A message without a readable body is still one: its structure stands for all of it.
    m_sink.beginMessage(layout, false);
    m_sink.beginStruct(nullptr, m_at, 0);
    fail(MessageId::UnknownBody, {layout->spec->name, std::to_string(layout->version)}, {});
    m_sink.gap(m_at, m_end - m_at);
    m_sink.endStruct(m_end);
    return m_end - m_at;
}

// The bytes that follow become a gap; `reader` is the message that left them over, null after a failure.
template <class Sink>
std::uint64_t FrameWalk<Sink>::leaveRest(const MessageLayout* reader) {
    const std::uint32_t left = m_end - m_at;
    if (left == 0) {
        return m_unread;
    }
    m_sink.gap(m_at, left);
    if (reader != nullptr) {
        m_sink.diagnose({Severity::Error,
                         MessageId::BytesLeft,
                         {std::to_string(left), reader->spec->name + " v" + std::to_string(reader->version)},
                         {BufferId::Main, m_at, left},
                         {}},
                        true);
    }
    return m_unread + left;
}

template <class Sink>
std::uint64_t FrameWalk<Sink>::finish(const MessageLayout* reader) {
    const std::uint64_t unread = leaveRest(reader);
    m_sink.endFrame(m_end);
    return unread;
}

}  // namespace brokerscope
