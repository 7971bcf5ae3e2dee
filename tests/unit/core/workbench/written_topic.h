#pragma once

#include "core/records/batch_crc.h"
#include "core/workbench/topic_row_builder.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/internal_topics/group_log.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Topics as tests write them.
namespace brokerscope::testing {

inline ByteBuffer textBytes(std::string_view text) {
    return {text.begin(), text.end()};
}

inline WrittenRecord plainRecord(std::string_view key, std::optional<std::string_view> value) {
    return {textBytes(key), value ? std::optional(textBytes(*value)) : std::nullopt};
}

// An offset commit, OffsetCommitValue v3.
inline WrittenRecord commitRecord(std::string_view group, std::string_view topic, std::int32_t partition,
                                  std::int64_t offset) {
    return {offsetKey(group, topic, partition),
            FieldBytes().int16(3).int64(offset).int32(7).classicString("meta").int64(1000).take()};
}

// A batch with its checksum.
inline ByteBuffer sealed(ByteBuffer bytes) {
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    const auto crc = checkCrc(entry);
    for (std::size_t i = 0; crc && i < 4; ++i) {
        bytes[BatchHeader::kCrcAt + i] = static_cast<std::uint8_t>(crc->computed >> (24 - 8 * i));
    }
    return bytes;
}
inline ByteBuffer sealed(const WrittenBatch& batch, std::int64_t baseOffset) {
    return sealed(batch.at(baseOffset));
}

// Two commits of group a, the first of them with the higher offset.
inline ByteBuffer swappedBatch(std::int64_t baseOffset) {
    WrittenBatch batch;
    batch.records = {commitRecord("a", "orders", 0, 40), commitRecord("a", "orders", 1, 41)};
    batch.records[0].offsetDelta = 1;
    batch.records[1].offsetDelta = 0;
    return sealed(batch, baseOffset);
}

inline WrittenBatch transactionalBatch(std::int64_t producerId, std::vector<WrittenRecord> records) {
    WrittenBatch batch;
    batch.records = std::move(records);
    batch.producerId = producerId;
    batch.producerEpoch = 0;
    batch.attributes = 0x10;
    return batch;
}

// Adds a batch as a fetch would, in an answer of its own.
inline void addBatch(TopicRowBuilder& builder, std::int32_t partition, ByteBuffer bytes,
                     const WantedRows& wanted = {}) {
    const auto answer = std::make_shared<const ByteBuffer>(std::move(bytes));
    BatchIterator entries(*answer);
    for (BatchEntry entry; entries.next(entry);) {
        builder.add(partition, entry, {answer, nullptr, entry.position}, wanted);
    }
}

// A log directory that goes with the object.
class WrittenLogs {
public:
    explicit WrittenLogs(std::string_view name) : m_root(temporaryPath(name)) {}
    ~WrittenLogs() { std::filesystem::remove_all(m_root); }
    WrittenLogs(const WrittenLogs&) = delete;
    WrittenLogs& operator=(const WrittenLogs&) = delete;

    // Appends to the first segment of the partition's folder.
    void write(const std::string& folder, const ByteBuffer& bytes) const {
        std::filesystem::create_directories(m_root / folder);
        std::ofstream file(m_root / folder / "00000000000000000000.log", std::ios::binary | std::ios::app);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    std::string path() const { return m_root.string(); }
    std::string path(const std::string& folder) const { return (m_root / folder).string(); }

private:
    std::filesystem::path m_root;
};

}  // namespace brokerscope::testing
