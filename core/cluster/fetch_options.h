#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

enum class IsolationLevel : std::uint8_t { ReadUncommitted, ReadCommitted };

enum class FetchFrom : std::uint8_t {
    Beginning,  // LogStartOffset
    End,        // the HighWatermark, or the LastStableOffset with ReadCommitted
    Offset,     // `value`
    Timestamp   // the first record at or after `value`, in ms since 1970; the end where there is none
};

// Which records of a topic are wanted. A value.
struct FetchOptions {
    std::string topic;
    std::optional<std::int32_t> partition;  // nothing: all that the topic has, with `follow` also those that it gets
    FetchFrom from = FetchFrom::Beginning;
    std::int64_t value = 0;
    bool follow = false;  // go on after the end as it was at the start, until cancelled
    // Trouble that may pass (a broker that is away, a partition without a leader) is told when it has lasted as long as
    // a request may take, and is no end: reading goes on where it was, as soon as it can. Else it ends the partition.
    bool isPatient = false;
    IsolationLevel isolation = IsolationLevel::ReadUncommitted;
    // Bytes of records that one answer brings, of a partition and in all; a larger batch comes whole and alone.
    std::int32_t partitionMaxBytes = 2 * 1024 * 1024;
    std::int32_t maxBytes = 8 * 1024 * 1024;
};

}  // namespace brokerscope
