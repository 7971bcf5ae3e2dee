#include "app/cli/fetch_from.h"
#include "app/cli/fetch_printer.h"
#include "tests/unit/app/cli/cli_run.h"

#include "core/base/hex.h"
#include "core/records/batch_crc.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

// A batch with magic 2 that holds one record, its checksum right.
ByteBuffer batch(std::int64_t offset, std::int64_t producerId, std::uint16_t attributes, std::string_view recordHex) {
    const ByteBuffer record = fromHex(recordHex).value();
    ByteBuffer bytes(61, 0);
    const auto put = [&bytes](std::size_t at, std::size_t size, std::int64_t value) {
        for (std::size_t i = 0; i < size; ++i) {
            bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * (size - 1 - i)));
        }
    };
    put(0, 8, offset);
    put(8, 4, static_cast<std::int64_t>(49 + record.size()));
    put(16, 1, 2);
    put(21, 2, attributes);
    put(27, 8, 1000);
    put(35, 8, 1000);
    put(43, 8, producerId);
    put(53, 4, -1);
    put(57, 4, 1);
    bytes.insert(bytes.end(), record.begin(), record.end());
    BatchIterator entries(bytes);
    BatchEntry entry;
    EXPECT_TRUE(entries.next(entry));
    put(17, 4, checkCrc(entry)->computed);
    return bytes;
}

constexpr std::uint16_t kPlain = 0x00;
constexpr std::uint16_t kTransactional = 0x10;
constexpr std::uint16_t kMarker = 0x30;
// length 8, attributes, deltas 0, key "k", value "v", no headers
constexpr std::string_view kRecord = "10 00 00 00 02 6b 02 76 00";
// key: version 0, type 0 (ABORT); value: version 0, coordinator epoch 0
constexpr std::string_view kAbort = "20 00 00 00 08 0000 0000 0c 0000 00000000 00";

struct Printed {
    std::string out;
    std::string err;
    int status = 0;
    bool goesOn = true;
};

Printed print(const std::vector<FetchPiece>& pieces, FetchPrinterOptions options = {}) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const CliStreams streams{in, out, err};
    CommandContext context(streams);
    EXPECT_TRUE(context.prepare());
    Printed printed;
    {
        FetchPrinter printer(context, options);
        for (const FetchPiece& piece : pieces) {
            printed.goesOn = printed.goesOn && printer.print(piece);
        }
        printer.tellOmitted();
        printed.status = printer.status();
    }
    printed.out = out.str();
    printed.err = err.str();
    return printed;
}

FetchPiece piece(const std::vector<ByteBuffer>& batches, std::vector<AbortedTransaction> aborted = {}) {
    auto bytes = std::make_shared<ByteBuffer>();
    for (const ByteBuffer& one : batches) {
        bytes->insert(bytes->end(), one.begin(), one.end());
    }
    FetchPiece piece;
    piece.topic = "t";
    piece.partition = 3;
    piece.records = *bytes;
    piece.answer = std::move(bytes);
    piece.aborted = std::move(aborted);
    return piece;
}

TEST(FetchPrinter, OneLineARecord) {
    const std::vector<FetchPiece> pieces{piece({batch(7, -1, kPlain, kRecord)})};
    EXPECT_EQ(print(pieces).out, "3:7 1000 key \"k\" value \"v\"\n");
    FetchPrinterOptions asJson;
    asJson.isJson = true;
    EXPECT_EQ(
        print(pieces, asJson).out,
        R"({"topic":"t","partition":3,"offset":7,"timestamp":1000,"key":"aw==","value":"dg==","headers":[],"sequence":-1})"
        "\n");
}

TEST(FetchPrinter, OnlyOffsetsThatAreWanted) {
    FetchPiece wanted =
        piece({batch(7, -1, kPlain, kRecord), batch(8, -1, kPlain, kRecord), batch(9, -1, kPlain, kRecord)});
    wanted.firstOffset = 8;
    wanted.endOffset = 9;
    EXPECT_EQ(print({wanted}).out, "3:8 1000 key \"k\" value \"v\"\n");
}

TEST(FetchPrinter, StopsAtTheGreatestNumber) {
    FetchPrinterOptions options;
    options.most = 2;
    const FetchPiece three =
        piece({batch(7, -1, kPlain, kRecord), batch(8, -1, kPlain, kRecord), batch(9, -1, kPlain, kRecord)});
    const Printed printed = print({three}, options);
    EXPECT_EQ(printed.out, "3:7 1000 key \"k\" value \"v\"\n3:8 1000 key \"k\" value \"v\"\n");
    EXPECT_FALSE(printed.goesOn);
}

TEST(FetchPrinter, AbortedRecordsAreForUncommittedReadersAndMarkersForNone) {
    const std::vector<FetchPiece> pieces{
        piece({batch(7, 5, kTransactional, kRecord), batch(8, 6, kTransactional, kRecord), batch(9, 5, kMarker, kAbort),
               batch(10, 5, kTransactional, kRecord)},
              {{5, 7}})};
    const Printed all = print(pieces);
    EXPECT_EQ(all.out.find("3:9"), std::string::npos);
    EXPECT_NE(all.out.find("3:7"), std::string::npos);
    EXPECT_EQ(all.err, "not shown: 1 control record\n");
    FetchPrinterOptions committed;
    committed.isolation = IsolationLevel::ReadCommitted;
    const Printed some = print(pieces, committed);
    EXPECT_EQ(some.out, "3:8 1000 key \"k\" value \"v\"\n3:10 1000 key \"k\" value \"v\"\n");
    EXPECT_EQ(some.err, "not shown: 1 control record and 1 record of aborted transactions\n");
    committed.isJson = true;
    EXPECT_EQ(print(pieces, committed).err, some.err) << "messages are no output";
    EXPECT_EQ(some.status, 0);
}

TEST(FetchPrinter, AWrongChecksumIsSaidAndChangesTheStatus) {
    ByteBuffer broken = batch(7, -1, kPlain, kRecord);
    broken[20] ^= 1;
    const Printed printed = print({piece({broken})});
    EXPECT_NE(printed.out.find("3:7"), std::string::npos);
    EXPECT_NE(printed.err.find("bscope: t-3, batch at offset 7: error"), std::string::npos) << printed.err;
    EXPECT_EQ(printed.status, 1);
}

TEST(FetchPrinter, ProblemsOfPartitionsDecideTheStatus) {
    FetchPiece problem = piece({});
    problem.problem = FetchProblem{{MessageId::Other, {"OFFSET_OUT_OF_RANGE (1)"}, std::nullopt, {}}, 1, false};
    EXPECT_EQ(print({problem}).status, 0) << "reading goes on";
    EXPECT_EQ(print({problem}).err, "bscope: t-3: OFFSET_OUT_OF_RANGE (1)\n");
    problem.problem->isFinal = true;
    EXPECT_EQ(print({problem}).status, 1);
    problem.problem = FetchProblem{{MessageId::ConnectRefused, {"a:1", "no"}, std::nullopt, {}}, 0, true};
    EXPECT_EQ(print({problem}).status, 3);
}

TEST(FetchFrom, TakesItsForms) {
    const auto read = [](std::string_view text) {
        FetchOptions options;
        options.value = -7;
        const auto done = readFetchFrom(text, options);
        return done ? std::pair(static_cast<int>(options.from), options.value) : std::pair(-1, std::int64_t{0});
    };
    EXPECT_EQ(read("beginning").first, static_cast<int>(FetchFrom::Beginning));
    EXPECT_EQ(read("end").first, static_cast<int>(FetchFrom::End));
    EXPECT_EQ(read("0"), std::pair(static_cast<int>(FetchFrom::Offset), std::int64_t{0}));
    EXPECT_EQ(read("9223372036854775807").second, INT64_MAX);
    EXPECT_EQ(read("@1700000000000"), std::pair(static_cast<int>(FetchFrom::Timestamp), std::int64_t{1700000000000}));
    EXPECT_EQ(read("@2023-11-14T22:13:20Z").second, 1700000000000);
    EXPECT_EQ(read("@2023-11-14 22:13:20").second, 1700000000000);
    for (const char* wrong : {"", "@", "-1", "@-1", "1x", "@yesterday", "@10:41", "9223372036854775808", "Beginning"}) {
        EXPECT_EQ(read(wrong).first, -1) << wrong;
    }
}

// An open transaction begins at offset 3.
TEST(FetchPrinter, WhatHoldsACommittedReaderBackIsSaid) {
    FetchPiece piece;
    piece.topic = "t";
    piece.partition = 2;
    piece.lastStableOffset = 3;
    piece.highWatermark = 9;
    FetchPrinterOptions committed;
    committed.isolation = IsolationLevel::ReadCommitted;
    EXPECT_EQ(print({piece}, committed).err,
              "t-2: ends at the last stable offset 3, before the high watermark 9: a transaction that is still open "
              "holds it there\n");
    EXPECT_EQ(print({piece}).err, "");
    FetchPiece later = piece;
    later.lastStableOffset = 9;
    EXPECT_EQ(print({piece, later}, committed).err, "");
    // Whoever reads JSON would take the end for that of the log as well.
    committed.isJson = true;
    EXPECT_NE(print({piece}, committed).err.find("last stable offset 3"), std::string::npos);
    committed.most = 0;
    EXPECT_EQ(print({piece}, committed).err, "") << "it stopped before";
}

TEST(FetchCommand, ACountThatIsNoneIsRefusedInOneLine) {
    const auto run = runBscope({"--bootstrap", "127.0.0.1:1", "fetch", "t", "--max", "0"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: --max: \"0\" is not a whole number from 1 on (see bscope help fetch)\n");
}

TEST(FetchCommand, WrongUsage) {
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"fetch"},
                                                  {"--bootstrap", "127.0.0.1:1", "fetch", "t:x"},
                                                  {"--bootstrap", "127.0.0.1:1", "fetch", ":0"},
                                                  {"--bootstrap", "127.0.0.1:1", "fetch", "t", "--from", "soon"},
                                                  {"--bootstrap", "127.0.0.1:1", "fetch", "t", "--isolation", "dirty"},
                                                  {"--bootstrap", "127.0.0.1:1", "fetch", "t", "--max", "0"},
                                                  {"fetch", "t"}}) {
        EXPECT_EQ(runBscope(wrong).status, 2) << wrong.back();
    }
}

}  // namespace
}  // namespace brokerscope
