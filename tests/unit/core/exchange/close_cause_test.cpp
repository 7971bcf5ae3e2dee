#include "core/exchange/close_cause.h"

#include "core/base/hex.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

BrokerVersions kafka4() {
    BrokerVersions versions;
    versions.apis = {{0, {0, 13}}, {1, {4, 18}}, {3, {0, 13}}, {18, {0, 5}}};
    return versions;
}

struct Refusal {
    const char* frame;
    CloseReason reason;
    const char* logLine;
};

class CloseCauseTest : public ::testing::TestWithParam<Refusal> {};

// facts: the broker's silent refusals and the line that its log has for each.
TEST_P(CloseCauseTest, E5_NamesTheLogLine) {
    const BrokerVersions versions = kafka4();
    const CloseCause cause = closeCause(SchemaRegistry::embedded(), frameFacts(*fromHex(GetParam().frame)), &versions);
    EXPECT_EQ(cause.reason, GetParam().reason);
    EXPECT_EQ(cause.logLine, GetParam().logLine);
    EXPECT_FALSE(cause.sentence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, CloseCauseTest,
    ::testing::Values(
        Refusal{
            "0000000f000300630000000100037530330000", CloseReason::UnsupportedVersion,
            "UnsupportedVersionException: Received request for api with key 3 (Metadata) and unsupported version 99"},
        Refusal{"0000000a00340000000000010000", CloseReason::DisabledApi,
                "InvalidRequestException: Received request for disabled api with key 52 (VOTE) and version 0"},
        Refusal{"0000000a00040000000000010000", CloseReason::RemovedApi,
                "InvalidRequestException: Unsupported api with key 4 (LeaderAndIsr) and version 0"},
        Refusal{"ffffffff", CloseReason::BadSize, "Invalid receive (size = -1)"},
        Refusal{"06400001", CloseReason::BadSize, "Invalid receive (size = 104857601 larger than 104857600)"},
        Refusal{"0000000a005f0000000000010000", CloseReason::UnknownApi,
                "Error parsing request header. Our best guess of the apiKeyId is: 95"},
        Refusal{"00000000", CloseReason::EmptyFrame,
                "Error parsing request header. Our best guess of the apiKeyId is: -1"},
        Refusal{
            "0000000a00000002000000010000", CloseReason::RefusedVersion,
            "UnsupportedVersionException: Received request for api with key 0 (Produce) and unsupported version 2"}));

TEST(CloseCause, WithoutKnownRangesOurOwnDecide) {
    const auto facts = frameFacts(*fromHex("0000000f000300630000000100037530330000"));
    EXPECT_EQ(closeCause(SchemaRegistry::embedded(), facts, nullptr).reason, CloseReason::UnsupportedVersion);
}

}  // namespace
}  // namespace brokerscope
