#pragma once

#include "core/base/hex.h"
#include "core/records/batch_crc.h"
#include "core/records/record_reader.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Reads record sets as the bulk path does, into values that tests can compare.
namespace brokerscope::testing {

struct ReadHeader {
    std::string key;
    std::string value;  // "null" for null, else the bytes in quotes
};

struct ReadRecord {
    RecordView view;  // without its bytes
    std::string key;  // "null" for null, else the bytes in quotes
    std::string value;
    std::vector<ReadHeader> headers;
};

struct ReadEntry {
    BatchEntry entry;
    std::optional<CrcCheck> crc;
    BatchHeader header;
    SnappyFraming snappy = SnappyFraming::NotSnappy;
    bool isDecompressed = false;
    std::vector<ReadRecord> records;
    std::vector<Diagnostic> remarks;
};

inline std::string shown(const NullableBytes& bytes) {
    return bytes.isNull ? "null" : '"' + std::string(asText(bytes.bytes)) + '"';
}

inline ReadEntry readEntry(RecordReader& reader, const BatchEntry& entry) {
    ReadEntry read{entry, checkCrc(entry), {}, {}, {}, {}, {}};
    for (reader.open(entry); reader.next();) {
        ReadRecord record{reader.record(), shown(reader.record().key), shown(reader.record().value), {}};
        RecordHeaders headers(reader.record());
        for (RecordHeaderView header; headers.next(header);) {
            record.headers.push_back({std::string(header.key), shown(header.value)});
        }
        read.records.push_back(std::move(record));
    }
    read.header = reader.header();
    read.snappy = reader.snappy();
    read.isDecompressed = reader.isDecompressed();
    read.remarks = reader.takeRemarks();
    return read;
}

inline std::vector<ReadEntry> readSet(ByteView set, const Limits& limits = {}) {
    std::vector<ReadEntry> entries;
    RecordReader reader(limits);
    BatchIterator iterator(set);
    for (BatchEntry entry; iterator.next(entry);) {
        entries.push_back(readEntry(reader, entry));
    }
    return entries;
}

// Keeps the bytes of a set that is read.
struct ReadSet {
    explicit ReadSet(std::string_view hex, const Limits& limits = {})
        : bytes(fromHex(hex).value()), entries(readSet(bytes, limits)) {}

    const ReadEntry& operator[](std::size_t i) const { return entries.at(i); }

    ByteBuffer bytes;
    std::vector<ReadEntry> entries;
};

inline const Diagnostic* remarkOf(const std::vector<Diagnostic>& remarks, MessageId id) {
    for (const Diagnostic& remark : remarks) {
        if (remark.id == id) {
            return &remark;
        }
    }
    return nullptr;
}

// "100:k=v 101:null=w": absolute offsets, keys and values without quotes where they are text.
inline std::string summary(const ReadEntry& entry) {
    std::string text;
    for (const ReadRecord& record : entry.records) {
        text += (text.empty() ? "" : " ") + std::to_string(record.view.offset) + ':' + record.key + '=' + record.value;
    }
    return text;
}

}  // namespace brokerscope::testing
