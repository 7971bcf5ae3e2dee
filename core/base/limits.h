#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string_view>

namespace brokerscope {

// A broker's socket.request.max.bytes, unless it is configured otherwise: the bytes of a request after its size prefix.
inline constexpr std::uint64_t kBrokerFrameBytes = 104857600;

// How much of a foreign input is believed. Each is local policy, may be raised (`--limit NAME=VALUE`), and is named in
// the diagnostic when it is met.
struct Limits {
    std::uint64_t frame = kBrokerFrameBytes;  // bytes of one message after its size prefix
    std::uint64_t nodes = 4'000'000;          // nodes of one tree kept in memory; what follows becomes a gap
    std::uint64_t depth = 64;                 // nesting of structures
    std::uint64_t diagnostics = 1000;         // remarks kept for one message
    std::uint64_t jsonInput = 268435456;      // bytes of one JSON text
    std::uint64_t schemaFile = 16777216;      // bytes of one message definition
    std::uint64_t decompressed = 268435456;   // bytes that one compressed batch may become
    std::uint64_t ratio = 20000;              // bytes that one compressed byte may become, once 16 MiB are out

    // Sets the limit called `name` (limitNames()).
    Result<void> set(std::string_view name, std::uint64_t value);
};

}  // namespace brokerscope
