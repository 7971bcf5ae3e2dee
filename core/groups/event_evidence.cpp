#include "core/groups/event_evidence.h"

#include <array>

namespace brokerscope {
namespace {

// No store counts so far, and no packet holds so many requests.
constexpr std::uint64_t kIsInPacket = std::uint64_t{1} << 63U;
constexpr std::uint32_t kPlaceBits = 20;

}  // namespace

ExchangeId exchangeInPacket(std::uint64_t packet, std::uint32_t place) {
    return ExchangeId{kIsInPacket | ((packet << kPlaceBits) + place)};
}

std::uint64_t exchangeNumber(ExchangeId id) {
    const auto number = static_cast<std::uint64_t>(id);
    return (number & kIsInPacket) != 0 ? (number & ~kIsInPacket) >> kPlaceBits : number;
}

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
