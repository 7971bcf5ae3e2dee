#pragma once

#include "core/value/node_ref.h"
#include "ui/selection/selection_link.h"

namespace brokerscope {

// A node as a SelectionLink names it: its bytes and the way to it from the root. An invalid node is an empty selection.
LinkedSelection linkedTo(const NodeRef& node);

// The node that a selection names within the tree of a message, parts of a document aside: by its way, else the deepest
// one around its bytes. Invalid where there is none.
NodeRef nodeOf(const std::shared_ptr<const ValueTree>& tree, const LinkedSelection& selection);

}  // namespace brokerscope
