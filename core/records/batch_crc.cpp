#include "core/records/batch_crc.h"

#include "core/records/batch_header.h"
#include "core/records/crc.h"
#include "core/records/message_header.h"
#include "core/value/value_tree.h"

#include <fmt/format.h>

namespace brokerscope {

std::optional<CrcRange> crcRange(const BatchEntry& entry) {
    switch (entry.kind) {
        case EntryKind::Batch:
            return CrcRange{BatchHeader::kCrcAt, BatchHeader::kAttributesAt, entry.bytes.size()};
        case EntryKind::Message:
            return CrcRange{kMessageCrcAt, kMessageMagicAt, entry.bytes.size()};
        default:
            return std::nullopt;
    }
}

std::optional<CrcCheck> checkCrc(const BatchEntry& entry) {
    const auto range = crcRange(entry);
    if (!range) {
        return std::nullopt;
    }
    const bool isBatch = entry.kind == EntryKind::Batch;
    CrcCheck check;
    check.range = *range;
    check.kind = isBatch ? "CRC-32C" : "CRC-32";
    check.stored = static_cast<std::uint32_t>(readInteger(FieldType::UInt32, entry.bytes.data() + range->at));
    const ByteView covered = entry.bytes.subspan(range->first);
    check.computed = isBatch ? crc32c(covered) : crc32Ieee(covered);
    if (!check.isGood() && check.stored == (isBatch ? crc32Ieee(covered) : crc32c(covered))) {
        check.kindFound = isBatch ? "CRC-32" : "CRC-32C";
    }
    return check;
}

std::optional<Diagnostic> CrcCheck::remark(std::uint64_t position) const {
    if (isGood()) {
        return std::nullopt;
    }
    const ByteSpan span{BufferId::Main, position + range.at, 4};
    const auto hex = [](std::uint32_t crc) { return fmt::format("{:08x}", crc); };
    if (!kindFound.empty()) {
        return Diagnostic{Severity::Error,
                          MessageId::CrcOtherKind,
                          {hex(stored), std::string(kindFound), fmt::format("{} {}", kind, hex(computed))},
                          span,
                          "crc"};
    }
    return Diagnostic{
        Severity::Error,
        MessageId::CrcMismatch,
        {hex(stored), hex(computed), std::to_string(position + range.first), std::to_string(position + range.end)},
        span,
        "crc"};
}

}  // namespace brokerscope
