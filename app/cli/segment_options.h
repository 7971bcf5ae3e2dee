#pragma once

#include "app/cli/decode_option.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace brokerscope {

// Which batches and records are printed, and how.
struct SegmentOptions {
    bool batchesOnly = false;
    std::int64_t from = std::numeric_limits<std::int64_t>::min();  // first offset
    std::int64_t to = std::numeric_limits<std::int64_t>::max();    // last offset
    std::optional<std::uint64_t> most;                             // records; batches with batchesOnly
    bool isJson = false;
    DecodeOption decode;

    // Whether any of these offsets is asked for.
    bool wants(std::int64_t first, std::int64_t last) const { return last >= from && first <= to; }
    // Why no offset can be asked for so; empty: some can.
    std::string problem() const;
};
// --batches-only, --from, --to, --max and --decode.
void addSegmentOptions(CLI::App& command, SegmentOptions& options);

}  // namespace brokerscope
