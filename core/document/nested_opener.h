#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/topic_record.h"
#include "core/schema/nested_rules.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What is known beside the message whose bytes are opened. Facts are read by their name; an empty function knows none.
struct NestedContext {
    NodeRef request = {};               // body of the request that a response answers; invalid: not known
    ReadOverlayValues connection = {};  // what the connection told earlier
    ReadOverlayValues group = {};       // what is known of the group: protocolType, protocolName
};

// The structure in a bytes field, over the same buffer with the same offsets.
struct NestedStructure {
    // Null: the bytes stay raw, and the remarks say why. Of a message with its header a frame, whose Size is derived.
    std::shared_ptr<const ValueTree> tree;
    std::vector<StructurePrefix> prefixes;  // what stands before it
    std::vector<Diagnostic> remarks;        // beside those of the tree; paths are those of the bytes field
    ReadOverlayValues group;                // what is known of the group within it
    NodeRef request;                        // body of the request that what is within it answers; invalid: not known
};

// Bytes that no tree holds, as if they stood in a message: what a member of a group said, kept by itself.
struct LooseBytes {
    std::string_view message;  // "GroupMetadataValue"
    std::string_view path;     // of the bytes field: "members[].subscription"
    int version = 0;
    FactSources facts;  // what the selectors may ask for
    std::shared_ptr<const ByteBuffer> bytes;
};

// Opens bytes fields by the overlays' selectors (schemas/README.md, "nested"). What no selector knows stays raw, never
// guessed. A version newer than any that is known is read as the newest one only where the overlay says so, with a
// remark. Borrows the registry. Thread safe.
class NestedOpener {
public:
    explicit NestedOpener(const SchemaRegistry& registry, SchemaChoice choice = {}, const Limits& limits = {})
        : m_registry(registry), m_choice(std::move(choice)), m_limits(limits) {}

    // Whether a message has bytes fields that may hold structures.
    bool concerns(const MessageSpec& message) const;
    // Whether a structure may lie in the node's bytes: the overlays have selectors for them. Costs no decoding.
    bool mayOpen(const NodeRef& node) const;
    // Nothing: no bytes field, one that holds no structure, null, or empty.
    std::optional<NestedStructure> open(const NodeRef& node, const NestedContext& context = {}) const;
    // The same of loose bytes; spans count from the first of them. Whole messages (frames) and structures that are
    // chosen by their size are not opened in this way.
    std::optional<NestedStructure> open(const LooseBytes& loose) const;

private:
    using Layout = std::shared_ptr<const MessageLayout>;

    const NestedRule* ruleOf(const NodeRef& node) const;
    // Where the bytes of a structure are.
    struct Place {
        const std::shared_ptr<const ByteBuffer>& bytes;
        ByteSpan span;
        std::string path;
    };
    void read(NestedStructure& structure, const NestedSelector& selector, const Place& place) const;
    void readFrame(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node,
                   const NodeRef& request) const;
    void readBySize(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node) const;
    Layout layout(const NestedSelector& selector, std::int64_t version) const;
    VersionRange versionsOf(const NestedSelector& selector) const;
    Layout layoutOrRemark(NestedStructure& structure, const NestedSelector& selector, std::int64_t version,
                          const ByteSpan& where, const std::string& path) const;

    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    Limits m_limits;
};

// The span of a node's content, without its prefixes.
ByteSpan contentSpan(const NodeRef& node);

}  // namespace brokerscope
