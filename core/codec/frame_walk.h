#pragma once

#include "core/base/limits.h"
#include "core/codec/frame_layouts.h"
#include "core/codec/frame_size.h"
#include "core/codec/walk.h"
#include "core/schema/api_keys.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// A walk over a frame: size prefix, header and body, or what of them can be told, for any sink (TreeBuilder, NullSink).
// Beside the events of Walk the sink gets
//   beginFrame(start)                then frameSize(value), or impliedSize(start, size) where there is no size prefix
//   beginMessage(layout, isHeader)   before the structure of a header or body
//   endFrame(end)
// Bytes that nobody described are a gap with a remark. Offsets are those of the bytes given. Borrows all it is given.
template <class Sink>
class FrameWalk {
public:
    // The frame begins at `start` and ends where `bytes` end.
    FrameWalk(ByteView bytes, std::uint32_t start, Sink& sink, const Limits& limits)
        : m_bytes(bytes)
        , m_sink(sink)
        , m_limits(limits)
        , m_start(start)
        , m_end(static_cast<std::uint32_t>(bytes.size()))
        , m_at(start) {}

    // Each reads everything and gives the number of bytes that nobody described: those of all gaps.
    std::uint64_t requestFrame(const SchemaRegistry& registry, const SchemaChoice& choice,
                               const ExpectedRequest& expected = {}) {
        return begin() ? request(registry, choice, expected) : finish(nullptr);
    }
    std::uint64_t responseFrame(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice) {
        return begin() ? response(registry, apiKey, version, choice) : finish(nullptr);
    }
    // Without a size prefix: it is as large as what is there.
    std::uint64_t requestWithin(const SchemaRegistry& registry, const SchemaChoice& choice) {
        beginImplied();
        return request(registry, choice, {});
    }
    std::uint64_t responseWithin(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice) {
        beginImplied();
        return response(registry, apiKey, version, choice);
    }
    // A message alone.
    std::uint64_t message(const std::shared_ptr<const MessageLayout>& layout);

private:
    ByteView rest() const { return m_bytes.subspan(m_at, m_end - m_at); }

    void beginImplied() {
        m_sink.beginFrame(m_start);
        m_sink.impliedSize(m_start, m_end - m_start);
    }
    bool begin();
    bool checkSize(std::int32_t size);
    std::uint64_t request(const SchemaRegistry& registry, const SchemaChoice& choice, const ExpectedRequest& expected);
    std::uint64_t unknownRequest(const SchemaRegistry& registry, const Error& reason);
    std::uint64_t response(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice);
    std::uint64_t body(const Result<std::shared_ptr<const MessageLayout>>& layout);
    bool read(const std::shared_ptr<const MessageLayout>& layout, bool isHeader);
    std::uint64_t leaveRest(const MessageLayout* reader);
    std::uint64_t finish(const MessageLayout* reader);

    void diagnose(Severity severity, MessageId id, std::vector<std::string> arguments, std::uint32_t offset,
                  std::uint32_t size, std::string path) {
        m_sink.diagnose({severity, id, std::move(arguments), {BufferId::Main, offset, size}, std::move(path)}, false);
    }
    void fail(MessageId id, std::vector<std::string> arguments, std::string path) {
        diagnose(Severity::Error, id, std::move(arguments), m_at, m_end - m_at, std::move(path));
    }

    ByteView m_bytes;
    Sink& m_sink;
    const Limits& m_limits;
    std::uint32_t m_start = 0;
    std::uint32_t m_end = 0;
    std::uint32_t m_at = 0;
    std::uint64_t m_unread = 0;  // bytes of gaps within what was read
};

}  // namespace brokerscope

#include "core/codec/frame_walk.inl"
