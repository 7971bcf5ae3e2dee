#pragma once

#include "core/schema/message_layout.h"
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

// The error codes of one answer in wire order. At most kKept are kept, all are counted.
struct ErrorSummary {
    static constexpr std::size_t kKept = 100;

    std::vector<ErrorFinding> findings;
    std::uint64_t count = 0;

    bool isEmpty() const { return count == 0; }
};

// Error codes are the int16 fields called errorCode or ending in ErrorCode.
bool isErrorCode(const FieldLayout& field);

// Those of a decoded answer (`body`: its own structure).
ErrorSummary summarizeErrors(const NodeRef& body);

}  // namespace brokerscope
