#pragma once

#include "core/exchange/exchange.h"
#include "core/internal_topics/group_record.h"

#include <compare>
#include <cstdint>
#include <string_view>

namespace brokerscope {

// Where something about a group was learnt.
enum class EventSource : std::uint8_t {
    Offsets,   // records of __consumer_offsets
    Exchange,  // a member's own requests and their answers, seen on the wire
    Describe,  // answers to list and describe requests
    Metadata,  // answers about the cluster
    Timeline   // concluded from others
};
std::string_view eventSourceName(EventSource source);  // "offsets", "exchange", "describe", "metadata", "timeline"

// The id of an exchange of a capture: several may begin in one packet, and evidence must differ. Such ids ascend by
// packet and place; no store gives them.
ExchangeId exchangeInPacket(std::uint64_t packet, std::uint32_t place);
// What an exchange is called: the number of that packet, or the id itself.
std::uint64_t exchangeNumber(ExchangeId id);

// The raw thing that says it, as an id and not a pointer: it may be evicted meanwhile. Two events with equal evidence
// are the same event, so exchanges need ids: of captures exchangeInPacket(). Order: of one source, the order in which
// things were said.
struct EventEvidence {
    EventSource source = EventSource::Timeline;
    std::uint32_t feed = 0;  // which of several cluster connections, captures, recordings: ids count within one
    ExchangeId exchange = ExchangeId::None;  // of Exchange, Describe, Metadata
    RecordPlace record;                      // of Offsets: the first record of the operation
    std::uint32_t index = 0;                 // of the events that one exchange or operation gives

    auto operator<=>(const EventEvidence&) const = default;
};

// How sure a fact is.
enum class Certainty : std::uint8_t {
    Observed,  // a source said it for that moment
    Inferred,  // it follows from what was said before and after
    Blind,     // nobody could say: drawn as unknown
    Thinned    // it was known in more detail, which was given up for memory
};
std::string_view certaintyName(Certainty certainty);  // "observed", "inferred", "blind", "thinned"

}  // namespace brokerscope
