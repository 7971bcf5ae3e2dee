#pragma once

#include "core/text/annotation.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// The annotation that covers the byte at `offset` of the tree under `root`; nothing beyond its end. Descends by
// halving, so a large answer costs no more than a small one.
std::optional<Annotation> annotationAt(const NodeRef& root, std::uint64_t offset);

}  // namespace brokerscope
