#pragma once

#include "core/schema/overlay_condition.h"
#include "core/value/node_ref.h"

namespace brokerscope {

// Lets the overlays' conditions read the values of a message. Keeps the tree alive. Uuids read as Kafka prints them,
// bytes and structures as nothing.
ReadOverlayValues overlayValuesOf(NodeRef body);

}  // namespace brokerscope
