#include "core/exchange/recording_masking.h"

#include "core/base/hex.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

Exchange exchangeWith(int apiKey, int version, const std::string& afterKeyAndVersion) {
    const std::string message =
        toHex(*fromHex(fmt::format("{:04x}{:04x}00000007000361646d{}", apiKey, version, afterKeyAndVersion)));
    Exchange exchange;
    exchange.apiKey = static_cast<std::int16_t>(apiKey);
    exchange.apiVersion = static_cast<std::int16_t>(version);
    exchange.request =
        std::make_shared<const ByteBuffer>(*fromHex(fmt::format("{:08x}{}", message.size() / 2, message)));
    return exchange;
}

std::string recordedRequest(const Exchange& exchange) {
    return toHex(*withoutSecrets(SchemaRegistry::embedded(), exchange, {}, {}).exchange.request);
}

TEST(RecordingMasking, HidesTagsThatNobodyKnows) {
    const std::string recorded = recordedRequest(exchangeWith(36, 2,
                                                              "00"
                                                              "0261"
                                                              "016304"
                                                              "70617373"));
    EXPECT_NE(recorded.find("022a"
                            "016304"
                            "2a2a2a2a"),
              std::string::npos)
        << recorded;
}

// So many that their elements are not kept as nodes.
TEST(RecordingMasking, HidesWithinArraysOfManyElements) {
    constexpr int kElements = 1001;
    std::string body = "00"
                       "ea07";
    for (int i = 1; i < kElements; ++i) {
        body += "0202740100";
    }
    body += "02"
            "0274"
            "02"
            "0473736c"
            "00"
            "0561626364"
            "00"
            "016304"
            "70617373";
    const std::string recorded = recordedRequest(exchangeWith(44, 1, body + "0000"));
    EXPECT_NE(recorded.find("016304"
                            "2a2a2a2a"),
              std::string::npos)
        << recorded.substr(recorded.size() - 80);
    EXPECT_NE(recorded.find("0561626364"), std::string::npos) << "no secret by its name";
}

TEST(RecordingMasking, WhatHoldsNoSecretsIsShared) {
    const Exchange exchange = exchangeWith(3, 9,
                                           "00"
                                           "01"
                                           "0000"
                                           "016304"
                                           "70617373");
    EXPECT_EQ(withoutSecrets(SchemaRegistry::embedded(), exchange, {}, {}).exchange.request, exchange.request);
}

}  // namespace
}  // namespace brokerscope
