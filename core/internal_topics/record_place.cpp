#include "core/internal_topics/record_place.h"

#include <fmt/format.h>

namespace brokerscope {

std::string placeText(const RecordPlace& place) {
    return place.checkpoint < 0
               ? fmt::format("{}:{}", place.partition, place.offset)
               : fmt::format("{}:{} of checkpoint {}", place.partition, place.offset, place.checkpoint);
}

}  // namespace brokerscope
