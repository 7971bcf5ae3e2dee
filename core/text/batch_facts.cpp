#include "core/text/batch_facts.h"

#include "core/base/utc_time.h"
#include "core/records/message_header.h"
#include "core/records/snappy_framing.h"
#include "core/text/json_object.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::size_t kMessageAttributesAt = kMessageMagicAt + 1;
constexpr std::size_t kMessageTimestampAt = kMessageAttributesAt + 1;
constexpr int kMessageLogAppendTime = 0x08;
constexpr std::string_view kUncompressed = "none";

std::string compressionText(int attributes) {
    const auto type = compressionOf(attributes);
    return type ? std::string(compressionName(*type)) : fmt::format("unknown ({})", attributes & kCompressionMask);
}

// `compressed` is what the codec of `attributes` made; empty: it is not there.
std::string_view snappyFramingOf(int attributes, ByteView compressed) {
    if (compressionOf(attributes) != CompressionType::Snappy || compressed.empty()) {
        return {};
    }
    return isXerial(compressed) ? "xerial" : "raw";
}

// The value of a message, or the part of it that is there: length and bytes stand behind length and bytes of the key.
ByteView valueOf(const BatchEntry& message) {
    constexpr std::size_t kLength = 4;
    ByteView rest =
        message.bytes.subspan(std::min(message.bytes.size(), leastMessageSize(message.magic) - 2 * kLength));
    if (rest.size() < kLength) {
        return {};
    }
    const auto keySize = std::max<std::int64_t>(0, readInteger(FieldType::Int32, rest.data()));
    const auto before = static_cast<std::uint64_t>(keySize) + 2 * kLength;
    return before <= rest.size() ? rest.subspan(static_cast<std::size_t>(before)) : ByteView();
}

void readBatch(BatchFacts& facts, const BatchHeader& header) {
    facts.baseOffset = header.baseOffset;
    facts.lastOffset = header.lastOffset();
    facts.count = header.recordsCount;
    facts.compression = compressionText(header.attributes);
    facts.timestampType = header.timestampType();
    facts.transactional = header.isTransactional();
    facts.control = header.isControl();
    if (header.hasDeleteHorizon()) {
        facts.deleteHorizonMs = header.baseTimestamp;
    }
    facts.baseTimestamp = header.baseTimestamp;
    facts.maxTimestamp = header.maxTimestamp;
    facts.producerId = header.producerId;
    facts.producerEpoch = header.producerEpoch;
    facts.baseSequence = header.baseSequence;
    facts.lastSequence = header.lastSequence();
    facts.partitionLeaderEpoch = header.partitionLeaderEpoch;
}

void readMessage(BatchFacts& facts, const BatchEntry& entry) {
    const int attributes = entry.bytes[kMessageAttributesAt];
    facts.lastOffset = entry.offset;
    facts.compression = compressionText(attributes);
    if ((attributes & kCompressionMask) == 0) {
        facts.count = 1;
    }
    if (entry.magic == 1) {
        facts.timestampType =
            (attributes & kMessageLogAppendTime) != 0 ? TimestampType::LogAppendTime : TimestampType::CreateTime;
        facts.maxTimestamp = readInteger(FieldType::Int64, entry.bytes.data() + kMessageTimestampAt);
        facts.baseTimestamp = facts.maxTimestamp;
    }
}

void addFlag(JsonObject& object, std::string_view key, const std::optional<bool>& flag) {
    if (flag) {
        object.add(key, *flag);
    } else {
        object.addNull(key);
    }
}

void addCrc(JsonObject& object, const std::optional<CrcCheck>& crc) {
    if (!crc) {
        object.addNull("crc");
        return;
    }
    object.addJson("crc", fmt::format(R"({{"stored":"{:08x}","computed":"{:08x}","ok":{}}})", crc->stored,
                                      crc->computed, crc->isGood()));
}

void appendProducer(std::string& line, const BatchFacts& facts) {
    if (facts.producerId.value_or(-1) >= 0) {
        line += fmt::format(", producer {} epoch {}", *facts.producerId, *facts.producerEpoch);
    }
    if (facts.baseSequence.value_or(-1) >= 0) {
        line += fmt::format(", sequence {} to {}", *facts.baseSequence, *facts.lastSequence);
    }
}

// Numbers below zero are seldom taken for what they are.
std::string timeWords(std::int64_t timestamp) {
    if (timestamp == -1) {
        return "-1 (no timestamp)";
    }
    return timestamp < 0 ? fmt::format("{} ({})", timestamp, utcTime(timestamp)) : std::to_string(timestamp);
}

}  // namespace

BatchFacts batchFacts(const BatchEntry& entry, const std::optional<CrcCheck>& crc) {
    BatchFacts facts;
    facts.position = entry.position;
    facts.size = entry.bytes.size();
    facts.magic = static_cast<int>(entry.magic);
    facts.crc = crc;
    if (entry.bytes.size() >= BatchHeader::kLengthEnd) {
        facts.baseOffset = entry.offset;
    }
    if (entry.kind == EntryKind::Message) {
        readMessage(facts, entry);
        facts.snappyFraming = snappyFramingOf(entry.bytes[kMessageAttributesAt], valueOf(entry));
    } else if (entry.magic == 2 && entry.bytes.size() >= BatchHeader::kSize) {
        const BatchHeader header = BatchHeader::read(entry.bytes);
        readBatch(facts, header);
        facts.snappyFraming = snappyFramingOf(header.attributes, entry.bytes.subspan(BatchHeader::kSize));
        facts.hasNoRecords = header.recordsCount == 0 && entry.wholeSize == BatchHeader::kSize;
    }
    return facts;
}

void addBatchFacts(JsonObject& object, const BatchFacts& facts) {
    object.add("position", facts.position);
    object.add("size", facts.size);
    object.add("baseOffset", facts.baseOffset);
    object.add("lastOffset", facts.lastOffset);
    object.add("count", facts.count);
    object.add("magic", facts.magic >= 0 ? std::optional<std::int64_t>(facts.magic) : std::nullopt);
    object.addTextOrNull("compression", facts.compression);
    object.addTextOrNull("snappyFraming", facts.snappyFraming);
    object.addTextOrNull("timestampType", facts.timestampType ? timestampTypeName(*facts.timestampType) : "");
    addFlag(object, "transactional", facts.transactional);
    addFlag(object, "control", facts.control);
    object.add("deleteHorizonMs", facts.deleteHorizonMs);
    object.add("baseTimestamp", facts.baseTimestamp);
    object.add("maxTimestamp", facts.maxTimestamp);
    object.add("producerId", facts.producerId);
    object.add("producerEpoch", facts.producerEpoch);
    object.add("baseSequence", facts.baseSequence);
    object.add("lastSequence", facts.lastSequence);
    object.add("partitionLeaderEpoch", facts.partitionLeaderEpoch);
    addCrc(object, facts.crc);
}

std::string batchLine(const BatchFacts& facts) {
    std::string line = facts.lastOffset
                           ? fmt::format("offsets {} to {}", facts.baseOffset.value_or(0), *facts.lastOffset)
                       : facts.baseOffset ? fmt::format("offset {}", *facts.baseOffset)
                                          : std::string("offset cut off");
    line += fmt::format(" at byte {}, {} byte{}", facts.position, facts.size, facts.size == 1 ? "" : "s");
    if (facts.count) {
        line += fmt::format(", {} record{}", *facts.count, *facts.count == 1 ? "" : "s");
    }
    const bool isCompressed = facts.compression != kUncompressed;
    line += facts.hasNoRecords && !isCompressed ? " (emptied by compaction)" : "";
    if (facts.magic >= 0) {
        line += fmt::format(", magic {}", facts.magic);
    }
    if (!facts.compression.empty()) {
        line += fmt::format(", compression {}", facts.compression);
        line += facts.snappyFraming.empty() ? "" : fmt::format(" ({})", facts.snappyFraming);
        line += facts.hasNoRecords && isCompressed ? ", empty payload" : "";
    }
    if (facts.timestampType) {
        line += fmt::format(", {} {}", timestampTypeName(*facts.timestampType), timeWords(*facts.maxTimestamp));
    }
    if (facts.partitionLeaderEpoch) {
        line += fmt::format(", leader epoch {}", *facts.partitionLeaderEpoch);
    }
    appendProducer(line, facts);
    line += facts.transactional.value_or(false) ? ", transactional" : "";
    line += facts.control.value_or(false) ? ", control" : "";
    line += facts.isAborted ? ", aborted: not for committed readers" : "";
    if (facts.deleteHorizonMs) {
        line += fmt::format(", delete horizon {}", *facts.deleteHorizonMs);
    }
    if (facts.crc) {
        line += fmt::format(", {} {:08x}{}", facts.crc->kind, facts.crc->stored, facts.crc->isGood() ? "" : " (wrong)");
    }
    return line;
}

}  // namespace brokerscope
