#pragma once

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/text/annotation.h"
#include "core/value/json_writer.h"
#include "core/value/node_ref.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

// What tests of decoded bytes need: bytes from hex, trees by name, and the facts that they compare.
namespace brokerscope::testing {

inline std::shared_ptr<const ByteBuffer> bytesOf(std::string_view hex) {
    return std::make_shared<const ByteBuffer>(fromHex(hex).value());
}

inline std::shared_ptr<const ValueTree> decodeBody(std::string_view name, int version, std::string_view hex,
                                                   const Limits& limits = {}) {
    return decodeMessage(SchemaRegistry::embedded().layout(name, version).value(), bytesOf(hex), limits);
}
inline std::shared_ptr<const ValueTree> decodeRequest(std::string_view hex) {
    return decodeRequestFrame(SchemaRegistry::embedded(), bytesOf(hex));
}
inline std::shared_ptr<const ValueTree> decodeResponse(int apiKey, int version, std::string_view hex) {
    return decodeResponseFrame(SchemaRegistry::embedded(), apiKey, version, bytesOf(hex));
}

// The value at a path as JSON, or "absent".
inline std::string jsonAt(const std::shared_ptr<const ValueTree>& tree, std::string_view path) {
    const auto found = NodeRef::root(tree).find(path);
    return found ? toJson(*found) : "absent";
}

// The node at a path, which must be there.
inline NodeRef nodeAt(const std::shared_ptr<const ValueTree>& tree, std::string_view path) {
    const auto found = NodeRef::root(tree).find(path);
    EXPECT_TRUE(found) << path;
    return found.value_or(NodeRef());
}

// The body of a frame as JSON, or of a message.
inline std::string bodyJson(const std::shared_ptr<const ValueTree>& tree) {
    const NodeRef root = NodeRef::root(tree);
    return toJson(root.kind() == NodeKind::Frame ? root.child(2) : root);
}

// The first diagnostic of that id, or null.
inline const Diagnostic* diagnosticOf(const ValueTree& tree, MessageId id) {
    for (const NodeDiagnostic& entry : tree.diagnostics) {
        if (entry.diagnostic.id == id) {
            return &entry.diagnostic;
        }
    }
    return nullptr;
}

// True when the annotations name every byte exactly once, in order.
inline bool everyByteOnce(const std::shared_ptr<const ValueTree>& tree) {
    std::uint64_t at = 0;
    bool good = true;
    annotate(NodeRef::root(tree), [&](const Annotation& annotation) {
        good = good && annotation.offset == at;
        at = annotation.offset + annotation.size;
    });
    return good && at == tree->bytes->size();
}

}  // namespace brokerscope::testing
