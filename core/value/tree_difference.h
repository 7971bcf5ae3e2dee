#pragma once

#include "core/base/cancel_token.h"
#include "core/value/node_ref.h"

#include <string>
#include <vector>

namespace brokerscope {

// One place where two messages do not say the same.
struct TreeDifference {
    enum class Change : std::uint8_t { Added, Removed, Changed };

    Change change = Change::Changed;
    std::string path;     // of the node in `after`, else in `before`; empty: the message itself
    NodeRef before = {};  // invalid: added
    NodeRef after = {};   // invalid: removed
    // The bytes that differ, prefixes included; of an array whose elements are told apart, those of its count. Empty on
    // the side that has none.
    ByteSpan beforeBytes = {};
    ByteSpan afterBytes = {};

    // The node that is there, of `after` where both are.
    const NodeRef& node() const { return after.isValid() ? after : before; }
};

struct TreeDifferences {
    std::vector<TreeDifference> differences;  // in the order of `after`; what was removed stands where it would be
    bool isCut = false;                       // there are more than were wanted, or it was cancelled
};

inline constexpr std::size_t kMostDifferences = 10'000;

// What `after` says otherwise than `before`, whose versions may be others: fields are the same by their names, values
// by what they say and not by how they are written. Elements of an array with map keys are the same by those, whatever
// their order (two with equal keys: the first is the first); of other arrays, what is alike at the beginning and at the
// end belongs together, and what is between is compared one by one. Records and nested bytes are compared as bytes.
// Stops at `most` and when cancelled. Any thread.
TreeDifferences treeDifferences(const NodeRef& before, const NodeRef& after, const CancelToken& cancel = {},
                                std::size_t most = kMostDifferences);

}  // namespace brokerscope
