#include "core/log_files/fixed_entry_reader.h"

#include "core/records/crc.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_writer.h"
#include "tests/unit/core/log_files/log_bytes.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::putInt;

struct ReadEntries {
    std::vector<std::string> lines;
    std::vector<std::string> facts;
    std::vector<Diagnostic> remarks;
};

ReadEntries readAll(LogFileKind kind, const ByteBuffer& bytes, std::string_view name = "00000000000000000100.x",
                    const Limits& limits = {}) {
    LogFileName file = readLogFileName(name);
    if (name.starts_with("0")) {
        file.offset = 100;
    }
    const MemoryByteSource source(bytes);
    FixedEntryReader reader(kind, file, source, limits);
    ReadEntries read;
    read.lines = testing::linesOf(reader);
    LogFileEntry facts;
    facts.fields = reader.facts();
    read.facts = {testing::lineOf(facts)};
    read.remarks = reader.takeRemarks();
    return read;
}

ByteBuffer producerSnapshot(int producers, int said) {
    ByteBuffer rest;
    putInt(rest, said, 4);
    for (int i = 0; i < producers; ++i) {
        putInt(rest, 1000 + i, 8);
        putInt(rest, 2, 2);
        putInt(rest, 9, 4);
        putInt(rest, 50 + i, 8);
        putInt(rest, 9, 4);
        putInt(rest, 1700000000000, 8);
        putInt(rest, -1, 4);
        putInt(rest, i == 0 ? -1 : 48, 8);
    }
    ByteBuffer all;
    putInt(all, 1, 2);
    putInt(all, crc32c(rest), 4);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

ByteBuffer aborted(std::int64_t producer, std::int64_t first, std::int64_t last, int version = 0) {
    ByteBuffer entry;
    putInt(entry, version, 2);
    for (const std::int64_t value : {producer, first, last, last + 1}) {
        putInt(entry, value, 8);
    }
    return entry;
}

TEST(FixedEntryReader, C113_IndexesHoldRelativeValues) {
    const auto index =
        readAll(LogFileKind::OffsetIndex, *fromHex("00000005000010000000000a0000200000000000000000000000000000000000"));
    EXPECT_THAT(index.lines,
                ElementsAre("offset=105 relativeOffset=5 position=4096", "offset=110 relativeOffset=10 position=8192"));
    EXPECT_THAT(testing::codesOf(index.remarks), ElementsAre("SPACE_UNUSED at 16+16"));
    EXPECT_EQ(index.remarks[0].severity, Severity::Note);
    EXPECT_EQ(index.remarks[0].text(), "unused preallocated space, 16 bytes");
    const auto times = readAll(LogFileKind::TimeIndex, *fromHex("0000018bcfe568000000000a000000000000000000000000"));
    EXPECT_THAT(times.lines, ElementsAre("timestamp=1700000000000 offset=110 relativeOffset=10"));
    EXPECT_THAT(testing::codesOf(times.remarks), ElementsAre("SPACE_UNUSED at 12+12"));
}

TEST(FixedEntryReader, WithoutABaseOffsetTheRelativeOneIsLeft) {
    const auto index = readAll(LogFileKind::OffsetIndex, *fromHex("0000000500001000"), "x.index");
    EXPECT_THAT(index.lines, ElementsAre("offset=null relativeOffset=5 position=4096"));
}

TEST(FixedEntryReader, AnEmptyFileHasNothing) {
    for (const LogFileKind kind : {LogFileKind::OffsetIndex, LogFileKind::TimeIndex, LogFileKind::TransactionIndex}) {
        const auto read = readAll(kind, {});
        EXPECT_THAT(read.lines, IsEmpty());
        EXPECT_THAT(read.remarks, IsEmpty());
    }
}

// It has a version, a checksum and a count even without producers.
TEST(FixedEntryReader, ASnapshotWithoutAByteIsNoWholeOne) {
    const auto read = readAll(LogFileKind::ProducerSnapshot, {});
    EXPECT_THAT(read.lines, IsEmpty());
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_EQ(read.remarks[0].severity, Severity::Error);
    EXPECT_EQ(read.remarks[0].text(), "the file ends inside an entry: 0 of 10 bytes are here");
}

TEST(FixedEntryReader, OrderIsChecked) {
    const auto index = readAll(LogFileKind::OffsetIndex, *fromHex("0000000500001000"
                                                                  "0000000500002000"
                                                                  "0000000600001fff"
                                                                  "0000000700003000"));
    EXPECT_THAT(index.lines, ElementsAre("offset=105 relativeOffset=5 position=4096",
                                         "offset=105 relativeOffset=5 position=8192 !ENTRY_ORDER",
                                         "offset=106 relativeOffset=6 position=8191 !ENTRY_ORDER",
                                         "offset=107 relativeOffset=7 position=12288"));
    // Two times may point at one offset; no two are the same.
    const auto times = readAll(LogFileKind::TimeIndex, *fromHex("000000000000000500000005"
                                                                "000000000000000600000005"
                                                                "000000000000000600000007"));
    EXPECT_THAT(times.lines,
                ElementsAre("timestamp=5 offset=105 relativeOffset=5", "timestamp=6 offset=105 relativeOffset=5",
                            "timestamp=6 offset=107 relativeOffset=7 !ENTRY_ORDER"));
}

TEST(FixedEntryReader, ZerosWithinAreNoUnusedSpace) {
    ByteBuffer bytes = *fromHex("0000000500001000");
    bytes.resize(1'200'000);
    ByteBuffer more = *fromHex("0000000600002000");
    bytes.insert(bytes.end(), more.begin(), more.end());
    // Entries without a text each: there are too many for that.
    const MemoryByteSource source(bytes);
    FixedEntryReader reader(LogFileKind::OffsetIndex, readLogFileName("00000000000000000100.index"), source, {});
    std::uint64_t count = 0;
    std::uint64_t outOfOrder = 0;
    for (LogFileEntry entry; reader.next(entry); ++count) {
        outOfOrder += entry.remarks.empty() ? 0 : 1;
    }
    EXPECT_EQ(count, bytes.size() / 8);
    EXPECT_EQ(outOfOrder, count - 2);  // all but the first one and the last one
    EXPECT_THAT(reader.takeRemarks(), IsEmpty());
}

TEST(FixedEntryReader, NegativeNumbersAndACutEntryAreSaid) {
    const auto read = readAll(LogFileKind::OffsetIndex, *fromHex("fffffffbffffffff000000"));
    EXPECT_THAT(read.lines, ElementsAre("offset=95 relativeOffset=-5 position=-1 !ENTRY_INVALID !ENTRY_INVALID"));
    EXPECT_THAT(testing::codesOf(read.remarks), ElementsAre("ENTRY_PARTIAL at 8+3"));
    EXPECT_EQ(read.remarks[0].text(), "the file ends inside an entry: 3 of 8 bytes are here");
}

TEST(FixedEntryReader, AbortedTransactions) {
    const auto read =
        readAll(LogFileKind::TransactionIndex,
                testing::joined({aborted(7, 3, 9), aborted(8, 12, 11), aborted(7, 4, 5), aborted(1, 2, 90, 3)}));
    EXPECT_THAT(read.lines,
                ElementsAre("version=0 producerId=7 firstOffset=3 lastOffset=9 lastStableOffset=10",
                            "version=0 producerId=8 firstOffset=12 lastOffset=11 lastStableOffset=12 !ENTRY_INVALID",
                            "version=0 producerId=7 firstOffset=4 lastOffset=5 lastStableOffset=6 !ENTRY_ORDER",
                            "version=3 !UNKNOWN_VERSION"));
    EXPECT_THAT(read.remarks, IsEmpty());
}

TEST(FixedEntryReader, ProducerSnapshots) {
    const auto read = readAll(LogFileKind::ProducerSnapshot, producerSnapshot(2, 2));
    EXPECT_THAT(read.lines, ElementsAre("producerId=1000 epoch=2 lastSequence=9 lastOffset=50 offsetDelta=9 "
                                        "timestamp=1700000000000 coordinatorEpoch=-1 currentTxnFirstOffset=-1",
                                        "producerId=1001 epoch=2 lastSequence=9 lastOffset=51 offsetDelta=9 "
                                        "timestamp=1700000000000 coordinatorEpoch=-1 currentTxnFirstOffset=48"));
    EXPECT_THAT(read.facts[0], HasSubstr("version=1 crc=\""));
    EXPECT_THAT(read.facts[0], HasSubstr("count=2"));
    EXPECT_THAT(read.remarks, IsEmpty());
}

TEST(FixedEntryReader, WhatASnapshotCannotHaveIsSaid) {
    ByteBuffer bytes = producerSnapshot(2, 2);
    bytes.back() ^= 1;
    EXPECT_THAT(testing::codesOf(readAll(LogFileKind::ProducerSnapshot, bytes).remarks),
                ElementsAre("CRC_MISMATCH at 2+4"));
    const auto fewer = readAll(LogFileKind::ProducerSnapshot, producerSnapshot(2, 3));
    EXPECT_THAT(testing::codesOf(fewer.remarks), ElementsAre("FILE_COUNT_DIFFERS at 6+4"));
    EXPECT_EQ(fewer.lines.size(), 2u);
    const auto more = readAll(LogFileKind::ProducerSnapshot, producerSnapshot(2, 1));
    EXPECT_THAT(testing::codesOf(more.remarks), ElementsAre("BYTES_LEFT at 56+46"));
    EXPECT_EQ(more.lines.size(), 1u);
    const auto negative = readAll(LogFileKind::ProducerSnapshot, producerSnapshot(1, -5));
    EXPECT_THAT(negative.lines, IsEmpty());
    EXPECT_EQ(negative.remarks.size(), 2u);
    bytes = producerSnapshot(1, 1);
    bytes[1] = 2;
    const auto version = readAll(LogFileKind::ProducerSnapshot, bytes);
    EXPECT_THAT(testing::codesOf(version.remarks), ElementsAre("UNKNOWN_VERSION at 0+2"));
    EXPECT_THAT(version.lines, IsEmpty());
    bytes.resize(5);
    EXPECT_THAT(testing::codesOf(readAll(LogFileKind::ProducerSnapshot, bytes).remarks),
                ElementsAre("ENTRY_PARTIAL at 0+5"));
    Limits limits;
    limits.frame = 20;
    const auto limited = readAll(LogFileKind::ProducerSnapshot, producerSnapshot(2, 2), "x.snapshot", limits);
    EXPECT_THAT(testing::codesOf(limited.remarks), ElementsAre("LIMIT_EXCEEDED at 0+102"));
    EXPECT_EQ(limited.lines.size(), 2u);
}

TEST(FixedEntryReader, ASnapshotKnowsNothingFromItsOffsetOn) {
    LogFileName name = readLogFileName("00000000000000000051.snapshot");
    const MemoryByteSource source(producerSnapshot(2, 2));
    FixedEntryReader reader(LogFileKind::ProducerSnapshot, name, source);
    const auto lines = testing::linesOf(reader);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[0], ::testing::Not(HasSubstr("!")));
    EXPECT_THAT(lines[1], HasSubstr("!ENTRY_INVALID"));
}

// The trees and the reader in bulk go by the same layouts.
TEST(EntryFormat, TreesNameEveryByte) {
    const auto bytes = std::make_shared<const ByteBuffer>(*fromHex("0000000500001000"
                                                                   "0000000a00002000"
                                                                   "0000"));
    const auto tree = openEntries(LogFileKind::OffsetIndex, bytes, {BufferId::Main, 0, bytes->size()});
    EXPECT_EQ(toJson(NodeRef::root(tree)),
              R"({"entries":[{"relativeOffset":5,"position":4096},{"relativeOffset":10,"position":8192}]})");
    EXPECT_EQ(tree->unread, 2u);
    const auto snapshot = std::make_shared<const ByteBuffer>(producerSnapshot(1, 1));
    const auto producers = openEntries(LogFileKind::ProducerSnapshot, snapshot, {BufferId::Main, 0, snapshot->size()});
    EXPECT_THAT(toJson(NodeRef::root(producers)), HasSubstr(R"("producerId":1000)"));
    EXPECT_EQ(producers->unread, 0u);
    EXPECT_EQ(openEntries(LogFileKind::Log, snapshot, {}), nullptr);
}

// Names and types of fields, in their order.
std::vector<std::string> fieldsOf(const StructLayout& layout) {
    std::vector<std::string> fields;
    for (const FieldLayout& field : layout.fields) {
        fields.push_back(field.spec->jsonName + ' ' + field.wireTypeName());
    }
    return fields;
}

// Behind the version that the files have, the fields are those of Kafka's definitions.
TEST(EntryFormat, FieldsAreThoseOfTheDefinitions) {
    const auto aborted = SchemaRegistry::embedded().layout("AbortedTxn", kAbortedTransactionVersion);
    const auto snapshot = SchemaRegistry::embedded().layout("ProducerSnapshot", kProducerSnapshotVersion);
    ASSERT_TRUE(aborted && snapshot);
    const auto withVersion = [](const StructLayout& layout) {
        std::vector<std::string> fields = fieldsOf(layout);
        fields.insert(fields.begin(), "version INT16");
        return fields;
    };
    const EntryFormat& transactions = *EntryFormat::of(LogFileKind::TransactionIndex);
    EXPECT_EQ(fieldsOf(*transactions.entries->structure), withVersion(*(*aborted)->root));
    EXPECT_EQ(transactions.entrySize, 34u);
    const EntryFormat& producers = *EntryFormat::of(LogFileKind::ProducerSnapshot);
    EXPECT_EQ(fieldsOf(*producers.layout->root), withVersion(*(*snapshot)->root));
    EXPECT_EQ(fieldsOf(*producers.entries->structure), fieldsOf(*(*snapshot)->root->fields.back().structure));
    EXPECT_EQ(producers.entrySize, 46u);
}

TEST(EntryFormat, ASnapshotOfAnotherVersionIsAGap) {
    ByteBuffer bytes = producerSnapshot(1, 1);
    bytes[1] = 2;
    const auto shared = std::make_shared<const ByteBuffer>(bytes);
    const auto tree = openEntries(LogFileKind::ProducerSnapshot, shared, {BufferId::Main, 0, bytes.size()});
    EXPECT_EQ(tree->unread, bytes.size());
    EXPECT_TRUE(tree->hasErrors());
    EXPECT_EQ(tree->nodes.back().kind, NodeKind::Gap);
}

TEST(EntryFormat, ManyEntriesAreMadeOnDemand) {
    ByteBuffer bytes;
    for (int i = 0; i < 5000; ++i) {
        putInt(bytes, i, 8);
        putInt(bytes, i, 4);
    }
    const auto shared = std::make_shared<const ByteBuffer>(bytes);
    const auto tree = openEntries(LogFileKind::TimeIndex, shared, {BufferId::Main, 0, bytes.size()});
    EXPECT_LT(tree->nodes.size(), 100u);
    const auto node = NodeRef::root(tree).find("entries[4321].relativeOffset");
    ASSERT_TRUE(node);
    EXPECT_EQ(node->node().integer, 4321);
    EXPECT_EQ(node->span().offset, 4321u * 12 + 8);
}

}  // namespace
}  // namespace brokerscope
