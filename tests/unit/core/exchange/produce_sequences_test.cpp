#include "core/exchange/produce_sequences.h"

#include "core/base/hex.h"
#include "core/exchange/connection_decoder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A batch of one record by a producer of epoch 0; its checksum is nobody's concern here.
std::string batch(std::int64_t producer, std::int32_t sequence) {
    return fmt::format("0000000000000000 0000003a 00000000 02 00000000 0000 00000000 0000018bcfe56800 0000018bcfe56800 "
                       "{:016x} 0000 {:08x} 00000001 10 00 00 00 02 6b 02 76 00",
                       static_cast<std::uint64_t>(producer), sequence);
}

// Produce v3 of one partition of topic t, with its size.
ByteBuffer produce(std::int32_t partition, const std::string& records) {
    const ByteBuffer set = fromHex(records).value();
    const ByteBuffer body = fromHex(fmt::format("0000 0003 00000007 ffff ffff ffff 00007530 00000001 0001 74 00000001 "
                                                "{:08x} {:08x} {}",
                                                partition, set.size(), records))
                                .value();
    return fromHex(fmt::format("{:08x} {}", body.size(), toHex(body))).value();
}

std::vector<std::string> diagnosticsOf(ProduceSequences& sequences, const ByteBuffer& frame) {
    std::vector<std::string> texts;
    for (const Diagnostic& remark : sequences.requested(SchemaRegistry::embedded(), frame, {}, {})) {
        EXPECT_EQ(remark.severity, Severity::Warning);
        texts.push_back(fmt::format("{}: {}", remark.path, remark.text()));
    }
    return texts;
}

using Texts = std::vector<std::string>;
constexpr const char* kPath = "request.topicData[0].partitionData[0].records: ";

TEST(ProduceSequences, AreFollowedByProducerAndPartition) {
    ProduceSequences sequences;
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 0))), Texts());
    EXPECT_EQ(diagnosticsOf(sequences, produce(1, batch(7, 5))), Texts()) << "the first of that partition";
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(8, 9))), Texts()) << "the first of that producer";
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 1) + batch(7, 2))), Texts());
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 4))),
              Texts{fmt::format("{}producer 7: sequence 3 expected, 4 found", kPath)});
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 2))),
              Texts{fmt::format("{}producer 7: sequences 2 to 2 were there before", kPath)});
    EXPECT_EQ(diagnosticsOf(sequences, produce(1, batch(7, 6))), Texts());
    EXPECT_EQ(diagnosticsOf(sequences, produce(1, batch(-1, 0))), Texts()) << "without a producer";
}

TEST(ProduceSequences, SayWhichBatchOfTheFrameItIs) {
    ProduceSequences sequences;
    const ByteBuffer frame = produce(0, batch(7, 0) + batch(7, 9));
    const auto remarks = sequences.requested(SchemaRegistry::embedded(), frame, {}, {});
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_EQ(remarks[0].span, (ByteSpan{BufferId::Main, frame.size() - 70, 70}));
}

TEST(ProduceSequences, AreRemarkedOnTheExchange) {
    ConnectionDecoder decoder(SchemaRegistry::embedded(), {});
    decoder.requestBytes(produce(0, batch(7, 0)), {});
    decoder.requestBytes(produce(0, batch(7, 3)), {});
    decoder.end({{MessageId::AnswerNotCaptured, {"it ended"}, std::nullopt, {}}, std::nullopt}, nullptr);
    const auto exchanges = decoder.take();
    ASSERT_EQ(exchanges.size(), 2U);
    EXPECT_TRUE(exchanges[0].notes.empty());
    ASSERT_EQ(exchanges[1].notes.size(), 1U);
    EXPECT_EQ(exchanges[1].notes[0].id, MessageId::SequenceGap);
}

// However often the same producer writes.
TEST(ProduceSequences, ManyBatchesOfFewProducersAreFollowed) {
    ProduceSequences sequences;
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 0))), Texts());
    for (std::size_t i = 0; i <= ProduceSequences::kMost; ++i) {
        sequences.requested(SchemaRegistry::embedded(), produce(1, batch(8, static_cast<std::int32_t>(i))), {}, {});
    }
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 9))),
              Texts{fmt::format("{}producer 7: sequence 1 expected, 9 found", kPath)});
}

TEST(ProduceSequences, WithTooManyProducersItBeginsAnew) {
    ProduceSequences sequences;
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 0))), Texts());
    for (std::size_t i = 0; i < ProduceSequences::kMost; ++i) {
        sequences.requested(SchemaRegistry::embedded(), produce(1, batch(static_cast<std::int64_t>(100 + i), 0)), {},
                            {});
    }
    EXPECT_EQ(diagnosticsOf(sequences, produce(0, batch(7, 9))), Texts());
}

}  // namespace
}  // namespace brokerscope
