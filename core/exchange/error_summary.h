#pragma once

#include "core/value/node_ref.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// An error code other than 0 in an answer, and where it stands (path as in JSON: topics[0].errorCode).
struct ErrorFinding {
    std::string path;
    std::int16_t code = 0;

    bool operator==(const ErrorFinding&) const = default;
};

// The error codes of one answer in wire order. At most kKept are kept, all are counted as far as the walk went.
struct ErrorSummary {
    static constexpr std::size_t kKept = 100;

    std::vector<ErrorFinding> findings;
    std::uint64_t count = 0;
    bool complete = true;  // false: the answer has more nodes than the walk visits

    bool isEmpty() const { return count == 0; }
};

// Collects every int16 field called errorCode or ending in ErrorCode below `body`. Visits at most `nodeLimit` nodes.
ErrorSummary summarizeErrors(const NodeRef& body, std::uint64_t nodeLimit = 200'000);

}  // namespace brokerscope
