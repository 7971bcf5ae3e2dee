#pragma once

#include "core/internal_topics/metadata_image.h"
#include "core/internal_topics/state_object.h"

#include <optional>
#include <vector>

namespace brokerscope {

// The objects of an image, by kind and id, and what is known of one; nothing: it is not there.
std::vector<StateObjectId> metadataObjects(const MetadataImage& image);
std::optional<StateObject> metadataObject(const MetadataImage& image, const StateObjectId& id);

// Bytes that an image takes, estimated from what it holds.
std::uint64_t bytesOf(const MetadataImage& image);

}  // namespace brokerscope
