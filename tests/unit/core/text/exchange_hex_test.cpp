#include "core/text/exchange_hex.h"

#include "core/base/hex.h"
#include "tests/support/recording_bytes.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

TEST(ExchangeHex, IsADumpBetweenRemarks) {
    const Exchange exchange =
        MadeExchange{1, {"b", 1}, "0000000b001200000000000700 0174", "0000000a00000007000000000000"}.exchange();
    EXPECT_EQ(exchangeHex(SchemaRegistry::embedded(), exchange, {3, "12:00", "a-b", false, true}),
              "# 3 12:00 a-b ApiVersions v0 correlation id 7\n"
              "# request, 15 bytes\n"
              "00000000  00 00 00 0b 00 12 00 00  00 00 00 07 00 01 74     |..............t|\n"
              "# response, 14 bytes, secrets masked\n"
              "00000000  00 00 00 0a 00 00 00 07  00 00 00 00 00 00        |..............|\n"
              "\n");
}

TEST(ExchangeHex, SaysWhyThereIsNoAnswer) {
    Exchange exchange = MadeExchange{1, {"b", 1}, "0000000b001200000000000700 0174"}.exchange();
    exchange.failure = TransportError{{MessageId::ConnectionClosed, {"b"}, std::nullopt, {}}, std::nullopt};
    const std::string text = exchangeHex(SchemaRegistry::embedded(), exchange, {1, {}, "a-b", false, false});
    EXPECT_EQ(text.find("# response"), std::string::npos);
    EXPECT_NE(text.find("\n# " + exchange.failure->text() + "\n\n"), std::string::npos) << text;
}

TEST(ExchangeHex, WhatNobodyKnowsIsStillThere) {
    const Exchange exchange = MadeExchange{1, {"b", 1}, {}, "0000000a0000"}.exchange();
    EXPECT_EQ(exchangeHex(SchemaRegistry::embedded(), exchange, {1, {}, "a-b", false, false}),
              "# 1 a-b unknown API\n"
              "# response, 6 bytes\n"
              "00000000  00 00 00 0a 00 00                                 |......|\n"
              "\n");
}

}  // namespace
}  // namespace brokerscope
