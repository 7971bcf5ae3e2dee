#include "core/records/compression_type.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 5> kNames{"none", "gzip", "snappy", "lz4", "zstd"};

}  // namespace

std::optional<CompressionType> compressionOf(int attributes) {
    const auto id = static_cast<std::size_t>(attributes & kCompressionMask);
    return id < kNames.size() ? std::optional(static_cast<CompressionType>(id)) : std::nullopt;
}

std::string_view compressionName(CompressionType type) {
    return kNames[static_cast<std::size_t>(type)];
}

std::optional<CompressionType> compressionByName(std::string_view name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    return found == kNames.end() ? std::nullopt : std::optional(static_cast<CompressionType>(found - kNames.begin()));
}

}  // namespace brokerscope
