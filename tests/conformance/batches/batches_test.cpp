// Record sets written by Kafka's classes: read equal, and written again: byte for byte where nothing is compressed.
// What was written is left in written.tsv, for Kafka to read (batches.sh compare).
#include "core/base/hex.h"
#include "core/records/batch_composer.h"
#include "core/records/batch_crc.h"
#include "core/records/record_formats.h"
#include "core/records/record_reader.h"
#include "core/records/record_trees.h"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <nlohmann/json.hpp>

using namespace brokerscope;
using ::testing::IsEmpty;

namespace {

using Json = nlohmann::json;

std::vector<Json> vectors() {
    std::ifstream stream(BATCH_VECTORS, std::ios::binary);
    const ByteBuffer packed{std::istreambuf_iterator<char>(stream), {}};
    Decompressor decompressor;
    EXPECT_TRUE(decompressor.run(CompressionType::Zstd, packed).whole);
    std::vector<Json> lines;
    const std::string_view text = asText(decompressor.output());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(Json::parse(text.substr(at, end - at)));
        at = end + 1;
    }
    return lines;
}

Json bytesJson(const NullableBytes& bytes) {
    return bytes.isNull ? Json() : Json(toHex(bytes.bytes));
}

Json recordJson(const RecordView& record) {
    Json headers = Json::array();
    RecordHeaders iterator(record);
    for (RecordHeaderView header; iterator.next(header);) {
        headers.push_back(Json::array({std::string(header.key), bytesJson(header.value)}));
    }
    return {{"offset", record.offset},      {"timestamp", record.timestamp},    {"sequence", record.sequence},
            {"key", bytesJson(record.key)}, {"value", bytesJson(record.value)}, {"headers", headers}};
}

// As Kafka sees a batch. Of legacy messages it knows neither producer nor epoch.
Json batchJson(const BatchEntry& entry, const RecordReader& reader, std::int64_t lastOffset,
               std::int64_t maxTimestamp) {
    const bool isBatch = entry.kind == EntryKind::Batch;
    const BatchHeader header = reader.header();
    const int attributes = isBatch ? header.attributes : static_cast<std::int8_t>(entry.bytes[17]);
    return {{"magic", entry.magic},
            {"codec", attributes & kCompressionMask},
            {"size", entry.bytes.size()},
            {"lastOffset", isBatch ? header.lastOffset() : lastOffset},
            {"maxTimestamp", isBatch ? header.maxTimestamp : maxTimestamp},
            {"appendTime", (attributes & 8) != 0},
            {"producerId", isBatch ? header.producerId : -1},
            {"producerEpoch", isBatch ? header.producerEpoch : -1},
            {"baseSequence", isBatch ? header.baseSequence : -1},
            {"lastSequence", isBatch ? header.lastSequence() : -1},
            {"leaderEpoch", isBatch ? header.partitionLeaderEpoch : -1},
            {"transactional", header.isTransactional()},
            {"control", header.isControl()},
            {"deleteHorizon", header.hasDeleteHorizon()},
            {"crc", checkCrc(entry)->computed}};
}

void setField(DraftStruct& draft, std::string_view name, DraftValue value) {
    draft.fields[draft.spec->find(name)->index] = std::move(value);
}

DraftValue bytesValue(const Json& hex) {
    return hex.is_null() ? DraftValue(DraftNull{}) : DraftValue(fromHex(hex.get<std::string>()).value());
}

DraftValue recordDraft(const Json& record, std::int64_t baseOffset, std::int64_t delta) {
    const StructLayout& layout = *RecordFormats::embedded().recordsField().structure;
    auto draft = std::make_unique<DraftStruct>(makeStruct(*layout.spec));
    setField(*draft, "offsetDelta", record["offset"].get<std::int64_t>() - baseOffset);
    setField(*draft, "timestampDelta", delta);
    setField(*draft, "key", bytesValue(record["key"]));
    setField(*draft, "value", bytesValue(record["value"]));
    auto headers = std::make_unique<DraftArray>();
    for (const Json& header : record["headers"]) {
        auto made = std::make_unique<DraftStruct>(makeStruct(*draft->spec->find("headers")->structure));
        setField(*made, "key", DraftText{header[0].get<std::string>()});
        setField(*made, "value", bytesValue(header[1]));
        headers->elements.emplace_back(std::move(made));
    }
    setField(*draft, "headers", std::move(headers));
    return draft;
}

// Writes a batch out of what Kafka read in it. Append time hides the producer's deltas; they are taken from the bytes.
ByteBuffer writeBatch(const Json& line, const BatchHeader& original, const std::vector<std::int64_t>& hiddenDeltas) {
    ValueDraft draft = ValueDraft::fromDefaults(RecordFormats::embedded().batch()->spec);
    setField(draft.root, "baseOffset", original.baseOffset);
    setField(draft.root, "partitionLeaderEpoch", std::int64_t{original.partitionLeaderEpoch});
    setField(draft.root, "attributes", std::int64_t{original.attributes});
    setField(draft.root, "baseTimestamp", original.baseTimestamp);
    if (original.timestampType() == TimestampType::LogAppendTime) {
        setField(draft.root, "maxTimestamp", original.maxTimestamp);
    }
    setField(draft.root, "producerId", original.producerId);
    setField(draft.root, "producerEpoch", std::int64_t{original.producerEpoch});
    setField(draft.root, "baseSequence", std::int64_t{original.baseSequence});
    auto records = std::make_unique<DraftArray>();
    for (std::size_t i = 0; i < line["records"].size(); ++i) {
        const bool isHidden = original.timestampType() == TimestampType::LogAppendTime;
        const std::int64_t delta =
            isHidden ? hiddenDeltas[i] : line["records"][i]["timestamp"].get<std::int64_t>() - original.baseTimestamp;
        records->elements.push_back(recordDraft(line["records"][i], original.baseOffset, delta));
    }
    setField(draft.root, "records", std::move(records));
    return *composeBatch(draft)->bytes;
}

ByteBuffer writeMessages(const Json& line, int magic, CompressionType codec) {
    std::vector<ValueDraft> messages;
    const bool isRelative = magic == 1 && codec != CompressionType::None;
    const bool isAppendTime = line["batches"][0]["appendTime"].get<bool>();
    const std::int64_t first = line["records"][0]["offset"].get<std::int64_t>();
    const auto& spec = RecordFormats::embedded().message(magic)->spec;
    for (const Json& record : line["records"]) {
        ValueDraft draft = ValueDraft::fromDefaults(spec);
        setField(draft.root, "offset", record["offset"].get<std::int64_t>() - (isRelative ? first : 0));
        setField(draft.root, "timestamp", record["timestamp"].get<std::int64_t>());
        setField(draft.root, "attributes", std::int64_t{isAppendTime ? 8 : 0});
        setField(draft.root, "key", bytesValue(record["key"]));
        setField(draft.root, "value", bytesValue(record["value"]));
        messages.push_back(std::move(draft));
    }
    const ByteBuffer set = composeMessages(messages, magic);
    if (codec == CompressionType::None) {
        return set;
    }
    ValueDraft wrapper = ValueDraft::fromDefaults(spec);
    setField(wrapper.root, "offset", line["records"].back()["offset"].get<std::int64_t>());
    if (isAppendTime) {
        setField(wrapper.root, "attributes", std::int64_t{8} | static_cast<std::int64_t>(codec));
        setField(wrapper.root, "timestamp", line["batches"][0]["maxTimestamp"].get<std::int64_t>());
    }
    return composeWrapper(wrapper, magic, codec, set, {false, magic == 0});
}

TEST(KafkaBatches, ReadEqual) {
    RecordReader reader;
    std::size_t sets = 0;
    for (const Json& line : vectors()) {
        const ByteBuffer bytes = fromHex(line["hex"].get<std::string>()).value();
        Json batches = Json::array();
        Json records = Json::array();
        BatchIterator iterator(bytes);
        for (BatchEntry entry; iterator.next(entry);) {
            ASSERT_TRUE(checkCrc(entry)->isGood()) << line["label"];
            std::int64_t lastOffset = -1;
            std::int64_t maxTimestamp = -1;
            for (reader.open(entry); reader.next();) {
                records.push_back(recordJson(reader.record()));
                lastOffset = reader.record().offset;
                maxTimestamp = std::max(maxTimestamp, reader.record().timestamp);
            }
            batches.push_back(batchJson(entry, reader, lastOffset, maxTimestamp));
            // Of what Kafka's own writer makes only the old checksum of lz4 is remarked.
            for (const Diagnostic& remark : reader.takeRemarks()) {
                EXPECT_EQ(remark.id, MessageId::Lz4ChecksumLegacy) << line["label"] << ": " << remark.text();
            }
        }
        EXPECT_EQ(batches, line["batches"]) << line["label"];
        EXPECT_EQ(records, line["records"]) << line["label"];
        ++sets;
    }
    EXPECT_EQ(sets, 45U);
}

TEST(KafkaBatches, TreesNameTheSameRecords) {
    for (const Json& line : vectors()) {
        const auto bytes = std::make_shared<const ByteBuffer>(fromHex(line["hex"].get<std::string>()).value());
        const auto set = openRecordSet(bytes, {BufferId::Main, 0, bytes->size()});
        EXPECT_THAT(set->diagnostics, IsEmpty()) << line["label"];
        std::size_t records = 0;
        const NodeRef batches = NodeRef::root(set).child(0);
        for (std::size_t i = 0; i < batches.childCount(); ++i) {
            const OpenedRecords opened = openRecords(batches.child(i));
            records += opened.tree != nullptr ? NodeRef::root(opened.tree).child(0).childCount() : 1;
        }
        EXPECT_EQ(records, line["records"].size()) << line["label"];
    }
}

TEST(KafkaBatches, WrittenAgain) {
    std::ofstream written(WRITTEN_BATCHES, std::ios::trunc);
    RecordReader reader;
    std::size_t same = 0;
    for (const Json& line : vectors()) {
        const ByteBuffer bytes = fromHex(line["hex"].get<std::string>()).value();
        BatchIterator iterator(bytes);
        BatchEntry entry;
        ASSERT_TRUE(iterator.next(entry));
        const int codec = line["batches"][0]["codec"].get<int>();
        ByteBuffer again;
        if (entry.kind == EntryKind::Message) {
            again = writeMessages(line, entry.magic, *compressionOf(codec));
        } else {
            std::vector<std::int64_t> deltas;
            for (reader.open(entry); reader.next();) {
                deltas.push_back(reader.record().timestampDelta);
            }
            again = writeBatch(line, BatchHeader::read(bytes), deltas);
        }
        written << line["label"].get<std::string>() << '\t' << toHex(again) << '\n';
        if (codec == 0) {
            EXPECT_EQ(toHex(again), line["hex"].get<std::string>()) << line["label"];
            ++same;
        }
    }
    EXPECT_EQ(same, 18U);
}

}  // namespace
