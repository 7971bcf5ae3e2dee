#include "core/exchange/error_summary.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

ErrorSummary errorsOf(std::string_view name, int version, std::string_view hex) {
    const auto layout = SchemaRegistry::embedded().layout(name, version).value();
    return summarizeErrors(
        NodeRef::root(decodeMessage(layout, std::make_shared<const ByteBuffer>(fromHex(hex).value()))));
}

// Metadata v1 without brokers: topic a is unknown, and so is the leader of partition 1 of topic b.
TEST(ErrorSummary, FindsCodesWithTheirPathsInWireOrder) {
    const ErrorSummary errors = errorsOf("MetadataResponse", 1,
                                         "00000000 00000000 00000002"
                                         "0003 0001 61 00 00000000"
                                         "0000 0001 62 00 00000002"
                                         "0000 00000000 00000001 00000000 00000000"
                                         "0005 00000001 ffffffff 00000000 00000000");
    EXPECT_EQ(errors.findings,
              (std::vector<ErrorFinding>{{"topics[0].errorCode", 3}, {"topics[1].partitions[1].errorCode", 5}}));
    EXPECT_EQ(errors.count, 2U);
}

TEST(ErrorSummary, KeepsSoManyAndCountsAll) {
    constexpr std::size_t kTopics = 1500;
    std::string hex = fmt::format("00000000 00000000 {:08x}", kTopics);
    for (std::size_t i = 0; i < kTopics; ++i) {
        hex += "0003 0001 61 00 00000000";
    }
    const ErrorSummary errors = errorsOf("MetadataResponse", 1, hex);
    EXPECT_EQ(errors.count, kTopics);
    ASSERT_EQ(errors.findings.size(), ErrorSummary::kKept);
    EXPECT_EQ(errors.findings.back().path, "topics[99].errorCode");
}

TEST(ErrorSummary, OfACutAnswerWhatCameBefore) {
    const ErrorSummary errors =
        errorsOf("MetadataResponse", 1, "00000000 00000000 00000002 0003 0001 61 00 00000000 00");
    EXPECT_EQ(errors.findings, (std::vector<ErrorFinding>{{"topics[0].errorCode", 3}}));
    EXPECT_TRUE(summarizeErrors(NodeRef()).isEmpty());
}

}  // namespace
}  // namespace brokerscope
