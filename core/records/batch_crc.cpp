#include "core/records/batch_crc.h"

#include "core/records/batch_header.h"
#include "core/records/crc.h"
#include "core/records/message_header.h"
#include "core/value/value_tree.h"

#include <fmt/format.h>

namespace brokerscope {

std::optional<CrcCheck> checkCrc(const BatchEntry& entry) {
    if (entry.kind != EntryKind::Batch && entry.kind != EntryKind::Message) {
        return std::nullopt;
    }
    const bool isBatch = entry.kind == EntryKind::Batch;
    CrcCheck check;
    check.at = isBatch ? BatchHeader::kCrcAt : kMessageCrcAt;
    check.first = isBatch ? BatchHeader::kAttributesAt : kMessageMagicAt;
    check.end = entry.bytes.size();
    check.kind = isBatch ? "CRC-32C" : "CRC-32";
    check.stored = static_cast<std::uint32_t>(readInteger(FieldType::UInt32, entry.bytes.data() + check.at));
    const ByteView covered = entry.bytes.subspan(check.first);
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
    const ByteSpan span{BufferId::Main, position + at, 4};
    const auto hex = [](std::uint32_t crc) { return fmt::format("{:08x}", crc); };
    if (!kindFound.empty()) {
        return Diagnostic{Severity::Error,
                          MessageId::CrcOtherKind,
                          {hex(stored), std::string(kindFound), fmt::format("{} {}", kind, hex(computed))},
                          span,
                          "crc"};
    }
    return Diagnostic{Severity::Error,
                      MessageId::CrcMismatch,
                      {hex(stored), hex(computed), std::to_string(position + first), std::to_string(position + end)},
                      span,
                      "crc"};
}

}  // namespace brokerscope
