#pragma once

#include "core/value/node_ref.h"

#include <functional>
#include <string>

namespace brokerscope {

// Two nodes of two messages that stand for the same thing; one of them is invalid where the other message has no such
// thing.
struct NodePair {
    NodeRef before;
    NodeRef after;

    // As the message has it that has it; of both, the first one's.
    std::string path() const { return before.isValid() ? before.path() : after.path(); }
};

struct TreePairing {
    // What tells an element of an array from its neighbours: the text of a value that is its key. Empty: as JSON. Asked
    // with `isAfter` for the second message, so that values that one cluster calls otherwise can be told to be the
    // same.
    std::function<std::string(const NodeRef& key, bool isAfter)> keyText;
    // Gets the pairs; false: no more are wanted.
    std::function<bool(const NodePair&)> take;
};

// Puts side by side what two messages say: fields by their names, whatever their versions; tags by their numbers;
// structures of an array by their keys (mapKey of the definition, else what overlays say that they are about: topic,
// partition, group), where no key is on both sides or there are none by position, like other elements. Gives the pairs
// of values that have no fields of their own, null ones included, in the order of the first message; of what only one
// side has, the whole. Sizes of frames are left out: they follow from the rest.
void pairNodes(const NodeRef& before, const NodeRef& after, const TreePairing& pairing);

// Whether both say the same: the same bytes of a value, or the same null. Numbers of other types are the same by value.
bool isSameValue(const NodeRef& before, const NodeRef& after);

}  // namespace brokerscope
