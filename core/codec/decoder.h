#pragma once

#include "core/base/limits.h"
#include "core/codec/frame_layouts.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>

namespace brokerscope {

// Decodes one message (no header). Never fails: what could be read is in the tree, the rest is a Gap with a diagnostic.
std::shared_ptr<const ValueTree> decodeMessage(const std::shared_ptr<const MessageLayout>& layout,
                                               std::shared_ptr<const ByteBuffer> bytes, const Limits& limits = {});

// Decodes size prefix, request header and body; API and version come from the bytes, and where they are not `expected`
// a warning says so (FrameIsAnother). For an unknown API or version the first eight header bytes are decoded (they have
// one place in every header version) and the rest is a gap.
std::shared_ptr<const ValueTree> decodeRequestFrame(const SchemaRegistry& registry,
                                                    std::shared_ptr<const ByteBuffer> frame,
                                                    const SchemaChoice& choice = {}, const Limits& limits = {},
                                                    const ExpectedRequest& expected = {});

// Decodes size prefix, response header and body of an answer to (apiKey, version). An ApiVersions answer with error 35
// is read as v0 with the note ApiVersionsFallback, since brokers answer so whatever was asked (KIP-511).
std::shared_ptr<const ValueTree> decodeResponseFrame(const SchemaRegistry& registry, int apiKey, int version,
                                                     std::shared_ptr<const ByteBuffer> frame,
                                                     const SchemaChoice& choice = {}, const Limits& limits = {});

// A request or response with its header, but without the size prefix, `within` a buffer: the frame's Size is derived,
// and offsets are those of the buffer.
std::shared_ptr<const ValueTree> decodeRequestWithin(const SchemaRegistry& registry,
                                                     std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                                     const SchemaChoice& choice = {}, const Limits& limits = {});
std::shared_ptr<const ValueTree> decodeResponseWithin(const SchemaRegistry& registry, int apiKey, int version,
                                                      std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                                      const SchemaChoice& choice = {}, const Limits& limits = {});

}  // namespace brokerscope
