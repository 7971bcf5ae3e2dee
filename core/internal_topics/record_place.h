#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace brokerscope {

// Where a record stands: the fact that it set can be traced to it.
struct RecordPlace {
    std::int32_t partition = -1;
    std::int64_t offset = -1;
    // Of a record in a snapshot of __cluster_metadata: the end offset in the snapshot's name. Its own offset then
    // counts within the snapshot. -1: the record is one of the log.
    std::int64_t checkpoint = -1;

    auto operator<=>(const RecordPlace&) const = default;
};

// "18:41"; of a record in a snapshot "0:3 of checkpoint 1234".
std::string placeText(const RecordPlace& place);

}  // namespace brokerscope
