#pragma once

#include "core/cluster/fetch_options.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// Where the reading of a topic begins.
struct ReadingStart {
    std::optional<std::int32_t> partition;  // nothing: all
    FetchFrom from = FetchFrom::Beginning;
    std::int64_t value = 0;  // an offset, or ms since 1970
    bool follow = false;     // go on with records that come
};

}  // namespace brokerscope
