#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/topic_record.h"
#include "core/schema/nested_rules.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <memory>
#include <optional>
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
    std::shared_ptr<const ValueTree> tree;  // null: the bytes stay raw, and the remarks say why
    std::vector<StructurePrefix> prefixes;  // what stands before it
    std::vector<Diagnostic> remarks;        // beside those of the tree; paths are those of the bytes field
    ReadOverlayValues group;                // what is known of the group within it
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
    // Nothing: no bytes field, one that holds no structure, null, or empty.
    std::optional<NestedStructure> open(const NodeRef& node, const NestedContext& context = {}) const;

private:
    using Layout = std::shared_ptr<const MessageLayout>;

    void read(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node) const;
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
