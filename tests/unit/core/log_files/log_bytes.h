#pragma once

#include "core/base/byte_source.h"
#include "core/base/hex.h"
#include "core/log_files/entry_reader.h"
#include "tests/unit/core/records/case_bytes.h"

#include <string>
#include <variant>
#include <vector>

namespace brokerscope::testing {

inline constexpr std::size_t kBatchSize = 70;

inline void putInt(ByteBuffer& out, std::int64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> shift));
    }
}

// C028's batch of one record with another base offset, which the checksum does not cover. Timestamp 1700000000000.
inline ByteBuffer batchAt(std::uint8_t offset) {
    ByteBuffer batch = *fromHex(kC028_0);
    batch[7] = offset;
    return batch;
}

inline ByteBuffer joined(const std::vector<ByteBuffer>& parts) {
    ByteBuffer all;
    for (const ByteBuffer& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

// "offset=105 relativeOffset=5 position=4096", then " !CODE" for each remark.
inline std::string lineOf(const LogFileEntry& entry) {
    std::string line;
    for (const EntryField& field : entry.fields) {
        line += (line.empty() ? "" : " ") + std::string(field.name) + '=';
        if (const auto* const number = std::get_if<std::int64_t>(&field.value)) {
            line += std::to_string(*number);
        } else if (const auto* const text = std::get_if<std::string>(&field.value)) {
            line += '"' + *text + '"';
        } else if (const auto* const json = std::get_if<EntryJson>(&field.value)) {
            line += json->text;
        } else {
            line += "null";
        }
    }
    for (const Diagnostic& remark : entry.remarks) {
        line += " !" + std::string(remark.code());
    }
    return line;
}

inline std::vector<std::string> linesOf(EntryReader& reader) {
    std::vector<std::string> lines;
    for (LogFileEntry entry; reader.next(entry);) {
        lines.push_back(lineOf(entry));
    }
    return lines;
}

// "SPACE_UNUSED at 16+16"
inline std::vector<std::string> codesOf(const std::vector<Diagnostic>& remarks) {
    std::vector<std::string> codes;
    for (const Diagnostic& remark : remarks) {
        codes.push_back(std::string(remark.code()) + " at " + std::to_string(remark.span.offset) + '+' +
                        std::to_string(remark.span.length));
    }
    return codes;
}

}  // namespace brokerscope::testing
