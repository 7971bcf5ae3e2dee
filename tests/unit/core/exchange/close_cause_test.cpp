#include "core/exchange/close_cause.h"

#include "core/base/hex.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

BrokerVersions broker(std::vector<AdvertisedApi> apis, std::int16_t metadataLevel) {
    BrokerVersions versions;
    versions.apis = std::move(apis);
    versions.features = {{"metadata.version", {1, metadataLevel}, std::nullopt}};
    return versions;
}

// What brokers of two releases list, as far as the cases go.
BrokerVersions kafka4() {
    return broker({{0, {0, 13}}, {1, {4, 18}}, {3, {0, 13}}, {18, {0, 5}}, {22, {0, 5}}, {88, {0, 1}}}, 33);
}
BrokerVersions kafka3() {
    return broker({{0, {0, 11}}, {1, {0, 17}}, {3, {0, 12}}, {18, {0, 4}}, {22, {0, 5}}}, 21);
}

CloseCause causeOf(std::string_view frame, const BrokerVersions* versions, bool hasAnswered = false) {
    return closeCause(SchemaRegistry::embedded(), *fromHex(frame), {versions, hasAnswered});
}

struct Refusal {
    const char* frame;
    CloseReason reason;
    const char* logLine;
};

class ClosedByKafka4 : public ::testing::TestWithParam<Refusal> {};
class ClosedByKafka3 : public ::testing::TestWithParam<Refusal> {};

// facts: the broker's silent refusals and the line that its log has for each.
TEST_P(ClosedByKafka4, E5_NamesTheLogLine) {
    const BrokerVersions versions = kafka4();
    const CloseCause cause = causeOf(GetParam().frame, &versions);
    EXPECT_EQ(cause.reason, GetParam().reason);
    EXPECT_EQ(cause.logLine, GetParam().logLine);
    EXPECT_FALSE(cause.sentence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, ClosedByKafka4,
    ::testing::Values(
        Refusal{
            "0000000f000300630000000100037530330000", CloseReason::UnsupportedVersion,
            "UnsupportedVersionException: Received request for api with key 3 (Metadata) and unsupported version 99"},
        Refusal{"0000000e 0034 0000 00000001 0003753033 00", CloseReason::DisabledApi,
                "InvalidRequestException: Received request for disabled api with key 52 (VOTE) and version 0"},
        Refusal{"0000000d 0004 0000 00000001 0003753033", CloseReason::RemovedApi,
                "InvalidRequestException: Unsupported api with key 4 (LeaderAndIsr) and version 0"},
        Refusal{"0000000e 0016 0006 00000001 0003753033 00", CloseReason::UnsupportedVersion,
                "InvalidRequestException: Received request for disabled api with key 22 (INIT_PRODUCER_ID) and version "
                "6"},
        Refusal{"0000000e 0016 0007 00000001 0003753033 00", CloseReason::UnsupportedVersion,
                "UnsupportedVersionException: Received request for api with key 22 (InitProducerId) and unsupported "
                "version 7"},
        Refusal{"ffffffff", CloseReason::BadSize, "Invalid receive (size = -1)"},
        Refusal{"06400001", CloseReason::BadSize, "Invalid receive (size = 104857601 larger than 104857600)"},
        Refusal{"0000000e 005f 0000 00000001 0003753033 00", CloseReason::UnknownApi,
                "Error parsing request header. Our best guess of the apiKeyId is: 95"},
        Refusal{"00000000", CloseReason::EmptyFrame,
                "Error parsing request header. Our best guess of the apiKeyId is: -1"},
        Refusal{"00000008 0003 0001 00000001", CloseReason::UnreadableHeader,
                "Error parsing request header. Our best guess of the apiKeyId is: 3"},
        Refusal{"00000002 00ff", CloseReason::UnknownApi,
                "Error parsing request header. Our best guess of the apiKeyId is: 255"},
        Refusal{"0000000a 0003 0001 00000001 0005", CloseReason::UnreadableHeader,
                "Error parsing request header. Our best guess of the apiKeyId is: 3"},
        Refusal{"0000000f 0012 0003 00000001 0003753033 00 ff", CloseReason::MalformedBody,
                "Error getting request for apiKey: API_VERSIONS, apiVersion: 3"},
        Refusal{
            "0000000d 0000 0002 00000001 0003753033", CloseReason::RefusedVersion,
            "UnsupportedVersionException: Received request for api with key 0 (Produce) and unsupported version 2"}));

TEST_P(ClosedByKafka3, NamesTheLogLine) {
    const BrokerVersions versions = kafka3();
    const CloseCause cause = causeOf(GetParam().frame, &versions);
    EXPECT_EQ(cause.reason, GetParam().reason);
    EXPECT_EQ(cause.logLine, GetParam().logLine);
    EXPECT_FALSE(cause.sentence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, ClosedByKafka3,
    ::testing::Values(
        Refusal{"0000000e 0003 000d 00000001 0003753033 00", CloseReason::UnsupportedVersion,
                "InvalidRequestException: Received request api key METADATA with version 13 which is not enabled"},
        Refusal{"0000000e 0034 0000 00000001 0003753033 00", CloseReason::DisabledApi,
                "InvalidRequestException: Received request api key VOTE with version 0 which is not enabled"},
        Refusal{"0000000d 0004 0000 00000001 0003753033", CloseReason::DisabledApi,
                "InvalidRequestException: Received request api key LEADER_AND_ISR with version 0 which is not enabled"},
        // The API had another name then.
        Refusal{"0000000e 004a 0001 00000001 0003753033 00", CloseReason::UnsupportedVersion,
                "InvalidRequestException: Received request api key LIST_CLIENT_METRICS_RESOURCES with version 1 which "
                "is not enabled"},
        Refusal{"0000000e 0058 0000 00000001 0003753033 00", CloseReason::UnknownApi,
                "Error parsing request header. Our best guess of the apiKey is: 88"},
        Refusal{"00000008 0003 0001 00000001", CloseReason::UnreadableHeader,
                "Error parsing request header. Our best guess of the apiKey is: 3"},
        Refusal{"0000000f 0003 000c 00000001 0003753033 00 05", CloseReason::MalformedBody,
                "Error getting request for apiKey: METADATA, apiVersion: 12"}));

TEST(CloseCause, WithoutKnownRangesOurOwnDecideAndBothLinesAreSaid) {
    const CloseCause cause = causeOf("0000000f000300630000000100037530330000", nullptr);
    EXPECT_EQ(cause.reason, CloseReason::UnsupportedVersion);
    // What the broker knows is not claimed.
    EXPECT_EQ(cause.sentence,
              "Metadata v99 is in no loaded definition (they have 0-13); what the broker knows was not asked");
    EXPECT_EQ(cause.logLine,
              "UnsupportedVersionException: Received request for api with key 3 (Metadata) and unsupported version 99 "
              "(Kafka 4), or InvalidRequestException: Received request api key METADATA with version 99 which is not "
              "enabled (before)");
}

// Which broker it is decides: one of another release of the same generation may know less than ours.
TEST(CloseCause, AnotherReleaseOfTheGenerationHasBothLines) {
    BrokerVersions kafka41 = kafka4();
    kafka41.features = {{"metadata.version", {7, 27}, std::nullopt}};
    const CloseCause cause = causeOf("0000000e 0016 0006 00000001 0003753033 00", &kafka41);
    EXPECT_EQ(
        cause.logLine,
        "InvalidRequestException: Received request for disabled api with key 22 (INIT_PRODUCER_ID) and version 6, "
        "or UnsupportedVersionException: Received request for api with key 22 (InitProducerId) and unsupported "
        "version 6");
}

// OpenSSL closes silently on bytes that are no TLS.
TEST(CloseCause, APortThatNeverAnsweredMayWantTls) {
    constexpr std::string_view kApiVersions = "0000000d 0012 0000 00000001 0003753033";
    EXPECT_EQ(causeOf(kApiVersions, nullptr).sentence,
              "peer closed without reply to ApiVersions v0; some close when they do not know the version, or this port "
              "wants TLS");
    EXPECT_EQ(causeOf(kApiVersions, nullptr, true).sentence,
              "peer closed without reply to ApiVersions v0; some close when they do not know the version");
}

TEST(CloseCause, WhatOurDecoderCannotReadIsNamed) {
    const BrokerVersions versions = kafka4();
    const CloseCause cause = causeOf("0000000f 0003 000c 00000001 0003753033 00 05", &versions);
    EXPECT_EQ(cause.reason, CloseReason::MalformedBody);
    EXPECT_THAT(cause.sentence, ::testing::StartsWith("the body of Metadata v12 is malformed at byte 18 (topics"));
    EXPECT_EQ(causeOf("00000014 0003 000c 00000001 0003753033 00 00 00 00 00 ffff", &versions).reason,
              CloseReason::UnexpectedClose)
        << "a broker ignores what is left over";
}

TEST(CloseCause, AFrameThatLacksBytesWasNotRefused) {
    const BrokerVersions versions = kafka4();
    EXPECT_EQ(causeOf("00000064 0003 0001 00000001", &versions).sentence,
              "the size prefix says 100 bytes and 8 were sent: a broker waits for the rest");
}

}  // namespace
}  // namespace brokerscope
