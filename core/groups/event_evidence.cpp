#include "core/groups/event_evidence.h"

#include <array>

namespace brokerscope {

std::string_view eventSourceName(EventSource source) {
    static constexpr std::array<std::string_view, 5> kNames = {"offsets", "exchange", "describe", "metadata",
                                                               "timeline"};
    return kNames.at(static_cast<std::size_t>(source));
}

std::string_view certaintyName(Certainty certainty) {
    static constexpr std::array<std::string_view, 4> kNames = {"observed", "inferred", "blind", "thinned"};
    return kNames.at(static_cast<std::size_t>(certainty));
}

}  // namespace brokerscope
