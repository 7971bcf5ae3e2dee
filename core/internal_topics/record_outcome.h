#pragma once

#include <cstdint>

namespace brokerscope {

// What a record of an internal topic turned out to be for a replay.
enum class RecordOutcome : std::uint8_t {
    Read,
    Doubtful,      // read; its value up to a fault
    UnknownType,   // no definition, or none that state is made of: raw, counted
    UnknownValue,  // of a known type, with a value version that nobody knows and whose newer versions do not only
                   // append
    NoSubject      // no key, or one that does not say what the record is about
};

}  // namespace brokerscope
