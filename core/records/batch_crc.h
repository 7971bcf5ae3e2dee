#pragma once

#include "core/base/diagnostic.h"
#include "core/records/batch_iterator.h"

#include <optional>
#include <string_view>

namespace brokerscope {

// Where an entry has its checksum, and what that covers.
struct CrcRange {
    std::size_t at = 0;     // the stored one, from the entry's first byte
    std::size_t first = 0;  // what is covered: [first, end) of the entry
    std::size_t end = 0;
};
// Of an entry of kind Batch or Message; nothing for others. Computes nothing.
std::optional<CrcRange> crcRange(const BatchEntry& entry);

// The checksum of a whole batch (CRC-32C from the attributes on) or message (CRC-32 from the magic on) against the one
// stored. baseOffset, length, partitionLeaderEpoch and magic of a batch are outside it, so that a broker may set them.
struct CrcCheck {
    std::uint32_t stored = 0;
    std::uint32_t computed = 0;
    CrcRange range;
    std::string_view kind;       // "CRC-32C", "CRC-32"
    std::string_view kindFound;  // of a wrong one that is the other kind's; else empty

    bool isGood() const { return stored == computed; }
    // What is wrong, nothing where it is right. The span is that of the stored checksum plus `position`.
    std::optional<Diagnostic> remark(std::uint64_t position) const;
};

// Of an entry of kind Batch or Message; nothing for others.
std::optional<CrcCheck> checkCrc(const BatchEntry& entry);

}  // namespace brokerscope
