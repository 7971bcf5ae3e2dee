#pragma once

#include "core/base/hex.h"
#include "core/records/batch_header.h"
#include "core/records/compressor.h"
#include "core/records/crc.h"
#include "tests/unit/core/records/case_bytes.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Batches of any size, for what is not to be held whole.
namespace brokerscope::testing {

struct PlannedRecord {
    std::optional<std::string> key;
    std::optional<std::string> value;
    std::vector<std::pair<std::string, std::optional<std::string>>> headers = {};
};

inline void putZigzag(ByteBuffer& out, std::int64_t value) {
    auto left = static_cast<std::uint64_t>(value << 1) ^ static_cast<std::uint64_t>(value >> 63);
    for (; left >= 0x80; left >>= 7) {
        out.push_back(static_cast<std::uint8_t>(left | 0x80));
    }
    out.push_back(static_cast<std::uint8_t>(left));
}

inline void putText(ByteBuffer& out, const std::optional<std::string>& text) {
    putZigzag(out, text ? static_cast<std::int64_t>(text->size()) : -1);
    if (text) {
        out.insert(out.end(), text->begin(), text->end());
    }
}

inline ByteBuffer recordsBytes(const std::vector<PlannedRecord>& records) {
    ByteBuffer all;
    for (std::size_t i = 0; i < records.size(); ++i) {
        ByteBuffer one{0, 0};  // attributes, timestamp delta
        putZigzag(one, static_cast<std::int64_t>(i));
        putText(one, records[i].key);
        putText(one, records[i].value);
        putZigzag(one, static_cast<std::int64_t>(records[i].headers.size()));
        for (const auto& [key, value] : records[i].headers) {
            putText(one, key);
            putText(one, value);
        }
        putZigzag(all, static_cast<std::int64_t>(one.size()));
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

inline void putNumber(ByteBuffer& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(value >> 8 * (size - 1 - i));
    }
}

// `payload` is what stands behind the header of 61 bytes.
inline ByteBuffer batchAround(ByteView payload, CompressionType codec, std::size_t count) {
    ByteBuffer batch = fromHex(kC028_0).value();
    batch.resize(BatchHeader::kSize);
    batch.insert(batch.end(), payload.begin(), payload.end());
    putNumber(batch, 8, batch.size() - BatchHeader::kLengthEnd, 4);
    putNumber(batch, BatchHeader::kAttributesAt, static_cast<std::uint64_t>(codec), 2);
    putNumber(batch, 23, count - 1, 4);
    putNumber(batch, 57, count, 4);
    putNumber(batch, 17, crc32c(ByteView(batch).subspan(BatchHeader::kAttributesAt)), 4);
    return batch;
}

inline ByteBuffer batchOf(const std::vector<PlannedRecord>& records, CompressionType codec,
                          const CompressionForm& form = {}) {
    const ByteBuffer plain = recordsBytes(records);
    return batchAround(codec == CompressionType::None ? plain : compressBytes(codec, plain, form), codec,
                       records.size());
}

// Text with characters of one to four bytes, which stand at any place of a piece.
inline std::string manyCharacters(std::size_t size) {
    static constexpr std::string_view kWords[] = {"plain \"quoted\" ", "gr\xc3\xbc\xc3\x9f", "\xe2\x82\xac",
                                                  "\xf0\x9f\x98\x80\n"};
    std::string text;
    for (std::size_t i = 0; text.size() < size; ++i) {
        text += kWords[(i + i / 4) % 4];
        text += std::to_string(i);
    }
    return text;
}

inline std::string noise(std::size_t size) {
    std::string bytes(size, '\0');
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525 + 1013904223;
        bytes[i] = static_cast<char>(state >> 24);
    }
    return bytes;
}

// Records small and large, of every kind of key, value and header.
inline std::vector<PlannedRecord> mixedRecords() {
    return {{"first", "small"},
            {"text", manyCharacters(1'400'000), {{"h", manyCharacters(100'000)}, {"none", std::nullopt}, {"", ""}}},
            {std::nullopt, noise(1'100'000)},
            {noise(1'100'000), std::nullopt, {{"h", noise(70'000)}}},
            {manyCharacters(1'100'000), "", {}},
            {"last", "small"}};
}

}  // namespace brokerscope::testing
