#pragma once

#include "core/base/diagnostic.h"
#include "core/schema/message_layout.h"
#include "core/value/value_tree.h"

#include <memory>

namespace brokerscope {

// The sink that wants no event, neither of Walk and FrameWalk nor of EncodeWalk (what each says: TreeBuilder,
// FrameWalk). A sink that wants a few derives from it and declares those.
struct NullSink {
    void beginFrame(std::uint32_t = 0) {}
    void frameSize(std::int32_t) {}
    void impliedSize(std::uint32_t, std::uint32_t) {}
    void beginMessage(const std::shared_ptr<const MessageLayout>&, bool) {}
    void endFrame(std::uint32_t) {}

    void beginStruct(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endStruct(std::uint32_t) {}
    void nullStruct(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void beginArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t) {}
    void beginArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t, std::int64_t) {}
    void beginElement(std::uint32_t) {}
    void endArray(std::uint32_t) {}
    void nullArray(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void numberArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t, std::uint32_t) {}
    void scalar(const FieldLayout*, std::uint32_t, std::uint32_t, std::int64_t) {}
    void real(const FieldLayout*, std::uint32_t, double) {}
    void uuid(const FieldLayout*, std::uint32_t) {}
    void blob(const FieldLayout*, NodeKind, std::uint32_t, std::uint8_t, std::uint32_t, bool) {}
    void overridden(const FieldLayout*, std::uint32_t, std::uint32_t) {}
    void beginTags(std::uint32_t, std::uint8_t) {}
    void beginTag(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t, std::uint32_t, std::uint8_t, std::uint32_t) {}
    void endTags(std::uint32_t) {}
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(const Diagnostic&, bool) {}
    bool isFull() const { return false; }
};

}  // namespace brokerscope
