#include "core/text/record_texts.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/text_scan.h"
#include "core/records/batch_records.h"
#include "core/records/record_reader.h"
#include "core/text/batch_facts.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/large_batches.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace brokerscope {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// One entry with its bytes, and the texts of its records.
struct Texts {
    ByteBuffer bytes;
    BatchEntry entry;
    BatchFacts facts;
    std::vector<std::string> lines;
    std::vector<json> objects;

    explicit Texts(std::string_view hex) : bytes(*fromHex(hex)) {
        BatchIterator(bytes).next(entry);
        facts = batchFacts(entry, checkCrc(entry));
        RecordReader reader;
        for (reader.open(entry); reader.next();) {
            std::optional<ControlText> control;
            if (reader.header().isControl()) {
                control = controlText(SchemaRegistry::embedded(), reader.record(), {});
            }
            appendRecordLine(lines.emplace_back(), reader.record(), control ? control->line() : std::string());
            std::string text;
            appendRecordJson(text, reader.record(), control ? control->json : std::string());
            objects.push_back(json::parse(text));
        }
    }
    json factsJson() const {
        std::string text;
        {
            JsonObject object(text);
            addBatchFacts(object, facts);
        }
        return json::parse(text);
    }
};

TEST(BatchFacts, DeleteHorizonIsTheBaseTimestampUnderItsFlag) {
    const Texts texts(testing::kC035_0);
    EXPECT_EQ(texts.facts.deleteHorizonMs, texts.facts.baseTimestamp);
    EXPECT_THAT(batchLine(texts.facts), HasSubstr(", delete horizon "));
    EXPECT_EQ(Texts(testing::kC028_0).factsJson()["deleteHorizonMs"], nullptr);
}

TEST(BatchFacts, C034_NoTimestampAndATimeBefore1970AreTold) {
    EXPECT_THAT(batchLine(Texts(testing::kC034_0).facts), HasSubstr(", CreateTime -1 (no timestamp), "));
    EXPECT_THAT(batchLine(Texts(testing::kC034_1).facts),
                HasSubstr(", CreateTime -86400000 (1969-12-31T00:00:00.000Z), "));
    EXPECT_THAT(batchLine(Texts(testing::kC028_0).facts), HasSubstr(", CreateTime 1700000000000, "));
}

TEST(BatchFacts, ProducerAndSequencesOfAnEmptyBatchStay) {
    const Texts texts(testing::kC030_0);
    EXPECT_EQ(texts.facts.count, 0);
    EXPECT_EQ(texts.facts.baseOffset, 100);
    EXPECT_EQ(texts.facts.lastOffset, 109);
    EXPECT_THAT(batchLine(texts.facts), HasSubstr("offsets 100 to 109 at byte 0, 61 bytes, 0 records (emptied by "
                                                  "compaction), magic 2"));
    EXPECT_THAT(batchLine(texts.facts), HasSubstr("producer 4005 epoch 3, sequence 0 to 9"));
    EXPECT_TRUE(texts.lines.empty());
}

TEST(BatchFacts, AppendTimeIsNamed) {
    EXPECT_EQ(Texts(testing::kC033_0).factsJson()["timestampType"], "LogAppendTime");
    EXPECT_THAT(batchLine(Texts(testing::kC033_0).facts), HasSubstr("LogAppendTime 1700000005000"));
}

TEST(BatchFacts, WhatIsCutOffIsAbsent) {
    const Texts texts(testing::kC028_0.substr(0, 60));
    EXPECT_EQ(texts.facts.baseOffset, 0);
    EXPECT_EQ(texts.facts.magic, 2);
    EXPECT_EQ(texts.factsJson()["lastOffset"], nullptr);
    EXPECT_EQ(texts.factsJson()["crc"], nullptr);
    EXPECT_EQ(batchLine(texts.facts), "offset 0 at byte 0, 30 bytes, magic 2");
    EXPECT_EQ(batchLine(Texts("0000").facts), "offset cut off at byte 0, 2 bytes");
}

TEST(RecordTexts, NullEmptyAndRepeatedHeadersStayApart) {
    const Texts texts(testing::kC043_0);
    ASSERT_EQ(texts.objects.size(), 1u);
    const json headers = texts.objects[0]["headers"];
    EXPECT_THAT(headers.dump(), HasSubstr(R"("value":null)"));
    EXPECT_THAT(headers.dump(), HasSubstr(R"("value":"")"));
    EXPECT_THAT(texts.lines[0], HasSubstr(": null"));
    EXPECT_THAT(texts.lines[0], HasSubstr(": \"\""));
}

TEST(RecordTexts, NullAndEmptyKeysAndValues) {
    const Texts texts(testing::kC044_0);
    std::string all;
    for (std::size_t i = 0; i < texts.lines.size(); ++i) {
        all += texts.lines[i] + '\n';
        const json& object = texts.objects[i];
        EXPECT_EQ(object["value"].is_null(), texts.lines[i].find("value null") != std::string::npos);
        EXPECT_EQ(object["key"].is_null(), texts.lines[i].find("key null") != std::string::npos);
    }
    EXPECT_THAT(all, HasSubstr("value null"));
    EXPECT_THAT(all, HasSubstr("\"\""));
}

TEST(RecordTexts, BytesThatAreNoTextAreDigits) {
    RecordView record;
    const ByteBuffer bytes{0xff, 0x00};
    record.key = {bytes, false};
    record.value = {asBytes("tab\there"), false};
    std::string line;
    appendRecordLine(line, record);
    EXPECT_EQ(line, "0 -1 key 0xff00 value \"tab\\there\"");
    record.sequence = 7;
    line.clear();
    appendRecordLine(line, record);
    EXPECT_THAT(line, HasSubstr(", sequence 7"));
}

TEST(RecordTexts, HeaderKeysThatAreNoTextAreStillJson) {
    RecordView record;
    const ByteBuffer headers{2, 0xff, 1};  // key of one byte, null value
    record.headers = headers;
    record.headersCount = 1;
    std::string text;
    appendRecordJson(text, record);
    EXPECT_EQ(json::parse(text)["headers"].size(), 1u);
}

TEST(ControlText, MarkersAndTypesThatNoOneKnows) {
    const Texts commit(testing::kC039_0);
    ASSERT_EQ(commit.objects.size(), 1u);
    EXPECT_EQ(commit.objects[0]["decoded"]["type"], 1);
    EXPECT_EQ(commit.objects[0]["decoded"]["name"], "COMMIT");
    EXPECT_TRUE(commit.objects[0]["decoded"]["value"]["coordinatorEpoch"].is_number());
    EXPECT_THAT(commit.lines[0], HasSubstr(" COMMIT "));
    const Texts unknown(testing::kC039_2);
    ASSERT_EQ(unknown.objects.size(), 1u);
    EXPECT_EQ(unknown.objects[0]["decoded"]["type"], 337);
    EXPECT_EQ(unknown.objects[0]["decoded"]["name"], nullptr);
    EXPECT_EQ(unknown.objects[0]["decoded"]["version"], nullptr);
    EXPECT_EQ(unknown.objects[0]["decoded"]["value"], json::parse(R"({"_raw":"0102"})"));
    EXPECT_THAT(unknown.lines[0], HasSubstr(" unknown control type 337 "));
}

TEST(ControlText, AKeyThatIsNoneIsSaidToBeSo) {
    const ControlText text = controlText(SchemaRegistry::embedded(), RecordView(), {});
    EXPECT_THAT(text.name, HasSubstr("its key is null"));
    EXPECT_EQ(text.json, "null");
}

TEST(RecordTexts, ControlCharactersAreNoText) {
    const auto lineOf = [](std::string_view value) {
        RecordView record;
        record.value = {asBytes(value), false};
        std::string line;
        appendRecordLine(line, record);
        return line;
    };
    EXPECT_EQ(lineOf(std::string_view("\0\0\1", 3)), "0 -1 key null value 0x000001");
    EXPECT_EQ(lineOf("a\x7f"), "0 -1 key null value 0x617f");
    EXPECT_EQ(lineOf("a\x1b[0m"), "0 -1 key null value 0x611b5b306d");
    EXPECT_EQ(lineOf("two\r\n\tlines"), "0 -1 key null value \"two\\r\\n\\tlines\"");
}

// A gzip batch of one record whose bytes end behind the key.
TEST(RecordTexts, WhatWasNotReachedIsNotNull) {
    BatchHeader header;
    header.recordsCount = 1;
    for (const auto& [digits, text, notRead] :
         {std::tuple{"140000000261", "key \"a\" value not read", R"(["value","headers"])"},
          {"1400000002610a62", "key \"a\" value not read", R"(["value","headers"])"},
          {"14000000", "key not read value not read", R"(["key","value","headers"])"}}) {
        const ByteBuffer bytes = *fromHex(digits);
        BatchRecords records{Limits()};
        records.begin(header, bytes, 0);
        RecordView record;
        ASSERT_TRUE(records.next(record)) << digits;
        std::string line;
        appendRecordLine(line, record);
        EXPECT_THAT(line, HasSubstr(text)) << digits;
        std::string object;
        appendRecordJson(object, record);
        EXPECT_EQ(json::parse(object)["notRead"], json::parse(notRead)) << object;
        EXPECT_EQ(json::parse(object)["value"], nullptr) << object;
    }
}

// Made a part at a time, the text is what it is at once.
TEST(RecordTexts, LargeOnesAreMadeInParts) {
    const std::vector<testing::PlannedRecord> records = testing::mixedRecords();
    const auto readable = [](const std::optional<std::string>& text) {
        std::string out = "null";
        if (text && isPlainText(asBytes(*text))) {
            appendJsonString(out = "", *text);
        } else if (text) {
            out = "0x" + toHex(asBytes(*text));
        }
        return out;
    };
    const auto base64 = [](const std::optional<std::string>& text) {
        return text ? '"' + toBase64(asBytes(*text)) + '"' : std::string("null");
    };
    for (const CompressionType codec : {CompressionType::None, CompressionType::Zstd}) {
        const ByteBuffer batch = testing::batchOf(records, codec);
        BatchEntry entry;
        BatchIterator(batch).next(entry);
        std::size_t most = 0;
        std::string taken;
        const TakeText take = [&](std::string& text) {
            most = std::max(most, text.size());
            taken += text;
            text.clear();
        };
        const auto textOf = [&](const auto& append) {
            std::string rest;
            taken.clear();
            append(rest);
            return taken + rest;
        };
        RecordReader reader;
        reader.handOutLarge(true);
        // Once for each form: the pieces of a record come once.
        std::size_t i = 0;
        for (reader.open(entry); reader.next(); ++i) {
            std::string headers;
            for (const auto& [key, value] : records[i].headers) {
                headers += (headers.empty() ? "\"" : ", \"") + key + "\": " + readable(value);
            }
            headers = headers.empty() ? headers : " headers {" + headers + '}';
            const std::string line =
                textOf([&](std::string& out) { appendRecordLine(out, reader.record(), {}, take); });
            EXPECT_TRUE(line == std::to_string(i) + " 1700000000000 key " + readable(records[i].key) + " value " +
                                    readable(records[i].value) + headers)
                << i << ' ' << line.substr(0, 100);
        }
        EXPECT_EQ(i, records.size());
        i = 0;
        for (reader.open(entry); reader.next(); ++i) {
            std::string headers;
            for (const auto& [key, value] : records[i].headers) {
                headers +=
                    (headers.empty() ? R"({"key":")" : R"(,{"key":")") + key + R"(","value":)" + base64(value) + '}';
            }
            const std::string object =
                textOf([&](std::string& out) { appendRecordJson(out, reader.record(), {}, false, take); });
            EXPECT_TRUE(object == R"({"offset":)" + std::to_string(i) + R"(,"timestamp":1700000000000,"key":)" +
                                      base64(records[i].key) + R"(,"value":)" + base64(records[i].value) +
                                      R"(,"headers":[)" + headers + R"(],"sequence":-1})")
                << i << ' ' << object.substr(0, 100);
        }
        EXPECT_LT(most, 3'000'000U);
    }
}

TEST(RecordTexts, OfABrokenRecordWhatWasNotReachedIsNotToldAsRead) {
    // The offset delta is a varint without an end; the length fits.
    ByteBuffer batch = testing::batchAround(fromHex("0e 00 00 ff ff ff ff ff").value(), CompressionType::None, 1);
    BatchEntry entry;
    BatchIterator(batch).next(entry);
    RecordReader reader;
    ASSERT_TRUE(reader.open(entry));
    ASSERT_TRUE(reader.next());
    std::string line;
    appendRecordLine(line, reader.record());
    EXPECT_EQ(line, "offset not read 1700000000000 key not read value not read");
    std::string object;
    appendRecordJson(object, reader.record());
    EXPECT_EQ(json::parse(object), json::parse(R"({"offset":null,"timestamp":1700000000000,"key":null,"value":null,
        "headers":null,"sequence":null,"notRead":["offset","key","value","headers"]})"));
    // Not even a length: nothing of it was reached.
    batch = testing::batchAround(fromHex("ff ff ff ff ff 01 00").value(), CompressionType::None, 2);
    BatchIterator(batch).next(entry);
    reader.open(entry);
    ASSERT_TRUE(reader.next());
    line.clear();
    appendRecordLine(line, reader.record());
    EXPECT_EQ(line, "offset not read timestamp not read key not read value not read");
    EXPECT_FALSE(reader.next());
    const std::vector<Diagnostic> remarks = reader.takeRemarks();
    ASSERT_EQ(remarks.size(), 2U);
    EXPECT_EQ(remarks[0].id, MessageId::VarintTooLong);
    EXPECT_EQ(remarks[1].text(), "2 records said, 1 found");
    EXPECT_EQ(remarks[1].span, (ByteSpan{BufferId::Main, 57, 4}));
}

}  // namespace
}  // namespace brokerscope
