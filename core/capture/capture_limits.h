#pragma once

#include <cstddef>
#include <cstdint>

namespace brokerscope {

// How much of a capture is kept in memory at once. What a limit pushes out is said in a diagnostic.
struct CaptureLimits {
    std::uint64_t block = 16777216;           // bytes of one packet or block of the file
    std::uint64_t keptBlocks = 16777216;      // bytes of name resolution and decryption secrets
    std::size_t connections = 10'000;         // TCP connections followed at once; the longest idle one ends first
    std::uint64_t outOfOrder = 8388608;       // bytes of one direction that wait for earlier ones
    std::size_t outOfOrderSegments = 4096;    // the same in segments
    std::uint64_t unsettled = 4194304;        // bytes of one connection kept until it is known what it is
    std::uint64_t buffered = 268435456;       // bytes of all connections together that wait for either
    std::size_t fragments = 1024;             // IP datagrams that wait for fragments
    std::size_t inFlight = 20'000;            // requests of one connection that wait for an answer
    std::uint64_t inFlightBytes = 134217728;  // the same in bytes
};

// What all connections of one capture keep together.
struct CaptureBudget {
    std::uint64_t limit = 0;
    std::uint64_t used = 0;

    bool isSpent() const { return used > limit; }
};

}  // namespace brokerscope
