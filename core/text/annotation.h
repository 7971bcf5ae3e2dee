#pragma once

#include "core/value/node_ref.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

enum class AnnotationPart : std::uint8_t { Value, Length, Count, Null, Tags, Tag, Gap };
std::string_view annotationPartName(AnnotationPart part);  // "value", "length", "count", "null", "tags", "tag", "gap"
// What the prefix of a node is: Length, Count, Null or Tags. Only for nodes that have one.
AnnotationPart prefixPartOf(const Node& node);

// What a run of bytes says. Over a whole tree the annotations are in byte order and name every byte exactly once.
struct Annotation {
    NodeRef node;  // the node whose part this is
    AnnotationPart part = AnnotationPart::Value;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string path;  // size, header.clientId, topics[0].name
    std::string type;  // Kafka's documentation name: INT16, COMPACT_STRING, TAGGED_FIELDS …

    // The value as JSON text: a count or length as the number on the wire, whatever follows it; null for a null marker;
    // the value of scalars and strings; bytes as base64; gaps and unknown tags as hex; for a tag its number.
    std::string valueJson() const;
};

// Whether the bytes are hidden where secrets are masked (isHidden of the node); prefixes never are.
bool isHidden(const Annotation& annotation);

// Calls `take` for every annotation under `root` (a whole tree, or one node). Streams: nothing is kept.
// A run of zero bytes (an empty string's content) is left out. Any thread.
void annotate(const NodeRef& root, const std::function<void(const Annotation&)>& take);

// The same for the node's own parts alone (prefixes, and the value where it has no children), not those of its
// children.
void annotateParts(const NodeRef& node, const std::function<void(const Annotation&)>& take);

// The annotation that covers the byte at `offset` of the tree under `root`; nothing beyond its end.
std::optional<Annotation> annotationAt(const NodeRef& root, std::uint64_t offset);

}  // namespace brokerscope
