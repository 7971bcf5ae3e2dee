#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace brokerscope {

// The lowest three bits of a batch's or message's attributes.
enum class CompressionType : std::uint8_t { None, Gzip, Snappy, Lz4, Zstd };
inline constexpr int kCompressionMask = 7;

// Nothing for 5, 6 and 7, which mean nothing.
std::optional<CompressionType> compressionOf(int attributes);
std::string_view compressionName(CompressionType type);  // "none", "gzip", "snappy", "lz4", "zstd"
std::optional<CompressionType> compressionByName(std::string_view name);

}  // namespace brokerscope
