#pragma once

#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"
#include "core/value/value_tree.h"

#include <memory>
#include <optional>

namespace brokerscope {

// Bytes and the tree over them: the preview of a draft is annotated exactly like received data.
// Encodes as told: overrides and wrong values are written, problems are the business of validateDraft().
// Tagged fields that are untouched or equal to their default are left out, as Kafka's writers do; a draft made from a
// tree keeps an explicitly written default by FieldOverride::write.
std::shared_ptr<const ValueTree> encodeMessage(std::shared_ptr<const MessageLayout> layout, const ValueDraft& draft);

// The bytes alone (no tree): the fast path.
ByteBuffer encodeBytes(const MessageLayout& layout, const ValueDraft& draft);

// Size prefix, header and body; `sizeOverride` replaces the prefix that was computed.
std::shared_ptr<const ValueTree> encodeFrame(std::shared_ptr<const MessageLayout> headerLayout,
                                             const ValueDraft& header, std::shared_ptr<const MessageLayout> bodyLayout,
                                             const ValueDraft& body,
                                             std::optional<std::int32_t> sizeOverride = std::nullopt);

// What Kafka would refuse or drop: null where not allowed, value beyond the type, string longer than 32767, invalid
// UTF-8, field that the version lacks (FieldNotInVersion when not ignorable, FieldDropped as a note when ignorable),
// tags at a version that is not flexible, frame larger than the limit, a body that is not known and not given as bytes.
// What overrides tell is meant so and no problem, unless it is a length or count that its prefix has no room for. Paths
// name the fields; spans are empty.
std::vector<Diagnostic> validateDraft(const MessageLayout& layout, const ValueDraft& draft);

// A draft that encodes to the tree's bytes again where they can be said by values and overrides.
ValueDraft draftFromTree(const ValueTree& tree);

// A whole frame to be said again.
struct FrameDraft {
    ValueDraft header;
    ValueDraft body;
    std::optional<std::int32_t> size;  // only where the size prefix is not the number of bytes that follow
};

// Header and body of a frame's tree; encodeFrame() with them and the tree's layouts gives its bytes again. Nothing for
// what is no frame, and where the header or the definition of the body is not known.
std::optional<FrameDraft> frameDraftFromTree(const ValueTree& frame);

}  // namespace brokerscope
