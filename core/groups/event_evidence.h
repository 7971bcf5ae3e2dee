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

// The raw thing that says it, as an id and not a pointer: it may be evicted meanwhile. Two events with equal evidence
// are the same event, so exchanges need ids: of captures their packet number. Order: of one source, the order in which
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
