#include "core/base/hex.h"
#include "core/exchange/connection_decoder.h"
#include "core/exchange/sasl_token.h"
#include "core/value/json_writer.h"
#include "core/value/overlay_values.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

ByteBuffer fromText(std::string_view hex) {
    return *fromHex(hex);
}

class SaslTokens : public ::testing::Test {
protected:
    void request(std::string_view hex) { m_decoder.requestBytes(fromText(hex), {++m_clock, 0}); }
    void response(std::string_view hex) { m_decoder.responseBytes(fromText(hex), {++m_clock, 0}); }
    void close() { m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr); }
    // SaslHandshake v0 with correlation id 1 and a mechanism of five characters, answered.
    void handshake(std::string_view mechanism) {
        const std::string name = toHex(asBytes(mechanism));
        request("00000012 0011 0000 00000001 0001 63 0005" + name);
        response("00000011 00000001 0000 00000001 0005" + name);
    }

    std::int64_t m_clock = 0;
    ConnectionDecoder m_decoder{SchemaRegistry::embedded(), {}};
};

std::string requestText(const Exchange& exchange, bool mask) {
    JsonOptions options;
    options.mask = mask;
    return toJson(NodeRef::root(requestTree(SchemaRegistry::embedded(), exchange, {}, {})), options);
}

constexpr std::string_view kPlainToken = "0000000d 00616c696365 00733363726574";
constexpr std::string_view kApiVersions2 = "0000000b0012000000000002000174";
constexpr std::string_view kApiVersionsAnswer2 = "0000000a 00000002 0000 00000000";

TEST_F(SaslTokens, C065_TokensAfterHandshakeV0AreNoRequests) {
    request("0000001200110000000000010001630005504c41494e");
    response("00000011000000010000000000010005504c41494e");
    request(kPlainToken);
    response("00000000");
    request(kApiVersions2);
    response(kApiVersionsAnswer2);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_EQ(exchanges[0].apiKey, 17);
    EXPECT_FALSE(exchanges[0].saslMechanism);

    EXPECT_EQ(exchanges[1].saslMechanism, "PLAIN");
    EXPECT_FALSE(exchanges[1].apiKey || exchanges[1].apiVersion || exchanges[1].correlationId);
    ASSERT_EQ(exchanges[1].notes.size(), 2u);
    EXPECT_EQ(exchanges[1].notes[0].text(),
              "SASL token (PLAIN) of 13 bytes, hidden; after SaslHandshake v0 tokens have a length and no header");
    EXPECT_EQ(exchanges[1].notes[1].text(), "server token of 0 bytes: success, what follows has headers again");
    EXPECT_EQ(exchanges[1].responseBytes(), 4u);
    EXPECT_EQ(exchanges[1].unread, 0u);

    EXPECT_EQ(exchanges[2].apiKey, 18);
    EXPECT_TRUE(exchanges[2].notes.empty());
    EXPECT_TRUE(exchanges[2].response);
    EXPECT_FALSE(m_decoder.brokenRequests() || m_decoder.brokenResponses());
}

TEST_F(SaslTokens, C065_TokensAreMaskedWhole) {
    handshake("PLAIN");
    request(kPlainToken);
    response("00000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    EXPECT_EQ(requestText(exchanges[1], true), R"({"token":"***"})");
    EXPECT_EQ(requestText(exchanges[1], false), R"({"token":"AGFsaWNlAHMzY3JldA=="})");
    const auto tree = requestTree(SchemaRegistry::embedded(), exchanges[1], {}, {});
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_EQ(tree->unread, 0u);
    const auto answer = responseTree(SchemaRegistry::embedded(), exchanges[1], {}, {});
    EXPECT_TRUE(answer->diagnostics.empty());
    EXPECT_TRUE(NodeRef::root(answer).find("token")->content().empty());
}

TEST_F(SaslTokens, C014_SizeZeroIsLegalOnlyWhileTokensFlow) {
    handshake("PLAIN");
    request("00000000");
    EXPECT_FALSE(m_decoder.brokenRequests());
    response("00000000");
    EXPECT_FALSE(m_decoder.brokenResponses());
    request("00000000");
    ASSERT_TRUE(m_decoder.brokenRequests());
    EXPECT_EQ(m_decoder.brokenRequests()->id, MessageId::FrameSizeZero);
    response("00000000");
    ASSERT_TRUE(m_decoder.brokenResponses());
}

TEST_F(SaslTokens, ScramHasTwoRounds) {
    request("0000001a 0011 0000 00000001 0001 63 000d" + toHex(asBytes("SCRAM-SHA-256")));
    response("00000019 00000001 0000 00000001 000d" + toHex(asBytes("SCRAM-SHA-256")));
    request("00000003 6e2c2c");
    response("00000003 723d61");
    request("00000003 633d62");
    response("00000003 763d63");
    request(kApiVersions2);
    response(kApiVersionsAnswer2);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 4u);
    EXPECT_EQ(exchanges[1].notes[1].text(), "server token of 3 bytes: the authentication goes on");
    EXPECT_EQ(exchanges[2].notes[1].text(), "server token of 3 bytes: success, what follows has headers again");
    EXPECT_EQ(exchanges[3].apiKey, 18);
}

// The number of rounds varies, and the last client token is not answered: a frame that reads as a request ends it.
TEST_F(SaslTokens, GssapiEndsWithTheNextRequest) {
    request("00000013 0011 0000 00000001 0001 63 0006" + toHex(asBytes("GSSAPI")));
    response("00000012 00000001 0000 00000001 0006" + toHex(asBytes("GSSAPI")));
    request("00000004 60820102");
    response("00000004 60630405");
    request("00000000");
    response("00000004 05040506");
    request("00000004 05040404");
    EXPECT_EQ(m_decoder.inFlight(), 1u);
    request(kApiVersions2);
    response(kApiVersionsAnswer2);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 5u);
    EXPECT_EQ(exchanges[3].saslMechanism, "GSSAPI");
    EXPECT_TRUE(exchanges[3].noResponseByDesign);
    EXPECT_EQ(exchanges[3].notes.back().id, MessageId::SaslTokenUnanswered);
    EXPECT_EQ(exchanges[4].apiKey, 18);
    EXPECT_TRUE(exchanges[4].response);
    EXPECT_EQ(m_decoder.inFlight(), 0u);
}

// C066 over raw tokens: a server token with text is a refusal, which the client acknowledges with 01.
TEST_F(SaslTokens, C066_OauthRefusalTakesOneMoreToken) {
    request("00000018 0011 0000 00000001 0001 63 000b" + toHex(asBytes("OAUTHBEARER")));
    response("00000017 00000001 0000 00000001 000b" + toHex(asBytes("OAUTHBEARER")));
    request("00000005 6e2c2c0101");
    response("0000001a 7b22737461747573223a22696e76616c69645f746f6b656e227d");
    request("00000001 01");
    close();
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_EQ(exchanges[2].saslMechanism, "OAUTHBEARER");
    ASSERT_TRUE(exchanges[2].failure && exchanges[2].failure->cause);
    EXPECT_EQ(exchanges[2].failure->cause->sentence, "a broker closes when it refuses a SASL token");
}

TEST_F(SaslTokens, RefusedHandshakeIsFollowedByRequests) {
    request("00000012 0011 0000 00000001 0001 63 0005" + toHex(asBytes("PLAIN")));
    response("00000019 00000001 0021 00000001 000d" + toHex(asBytes("SCRAM-SHA-512")));
    request(kApiVersions2);
    response(kApiVersionsAnswer2);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    EXPECT_EQ(exchanges[0].errors.findings[0], (ErrorFinding{"errorCode", 33}));
    EXPECT_EQ(exchanges[1].apiKey, 18);
}

TEST_F(SaslTokens, HandshakeV1HasNoRawTokens) {
    request("00000012 0011 0001 00000001 0001 63 0005" + toHex(asBytes("PLAIN")));
    response("00000011 00000001 0000 00000001 0005" + toHex(asBytes("PLAIN")));
    request(kApiVersions2);
    response(kApiVersionsAnswer2);
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    EXPECT_EQ(exchanges[1].apiKey, 18);
    EXPECT_FALSE(exchanges[1].saslMechanism);
}

// Everything before the first answer: which frames are tokens is known afterwards.
TEST_F(SaslTokens, PipelinedFramesAreReadAgain) {
    request("0000001200110000000000010001630005504c41494e");
    request(kPlainToken);
    request(kApiVersions2);
    EXPECT_EQ(m_decoder.inFlight(), 3u);
    response("00000011 00000001 0000 00000001 0005 504c41494e 00000000 0000000a 00000002 0000 00000000");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 3u);
    EXPECT_EQ(exchanges[1].saslMechanism, "PLAIN");
    EXPECT_EQ(exchanges[2].apiKey, 18);
    EXPECT_FALSE(exchanges[2].saslMechanism);
    EXPECT_TRUE(exchanges[2].notes.empty());
    EXPECT_EQ(m_decoder.inFlight(), 0u);
}

TEST_F(SaslTokens, OneByteAtATime) {
    for (const std::uint8_t byte : fromText("0000001200110000000000010001630005504c41494e")) {
        m_decoder.requestBytes({&byte, 1}, {++m_clock, 0});
    }
    for (const std::uint8_t byte : fromText("00000011000000010000000000010005504c41494e")) {
        m_decoder.responseBytes({&byte, 1}, {++m_clock, 0});
    }
    for (const std::uint8_t byte : fromText(kPlainToken)) {
        m_decoder.requestBytes({&byte, 1}, {++m_clock, 0});
    }
    for (const std::uint8_t byte : fromText("00000000")) {
        m_decoder.responseBytes({&byte, 1}, {++m_clock, 0});
    }
    EXPECT_EQ(m_decoder.take().size(), 2u);
    EXPECT_EQ(m_decoder.inFlight(), 0u);
}

TEST_F(SaslTokens, TokenThatNobodyAskedForIsKept) {
    handshake("PLAIN");
    m_decoder.take();
    response("00000002 6869");
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 1u);
    EXPECT_FALSE(exchanges[0].request);
    EXPECT_EQ(exchanges[0].saslMechanism, "PLAIN");
}

// A token may be cut off; what came is kept and still masked.
TEST_F(SaslTokens, CutTokenStaysMasked) {
    handshake("PLAIN");
    request(kPlainToken);
    response("00000008 616263");
    close();
    const auto exchanges = m_decoder.take();
    ASSERT_EQ(exchanges.size(), 2u);
    EXPECT_TRUE(exchanges[1].failure);
    const auto answer = responseTree(SchemaRegistry::embedded(), exchanges[1], {}, {});
    EXPECT_TRUE(answer->hasErrors());
    JsonOptions masked;
    masked.mask = true;
    EXPECT_EQ(toJson(NodeRef::root(answer), masked).find("abc"), std::string::npos);
}

TEST(ReadsAsRequest, NeedsAKnownVersionAndAClientIdWithinTheFrame) {
    const auto reads = [](std::string_view hex) { return readsAsRequest(SchemaRegistry::embedded(), fromText(hex)); };
    EXPECT_TRUE(reads(kApiVersions2));
    EXPECT_TRUE(reads("0000000c 0007 0000 00000005 00000001"));
    EXPECT_TRUE(reads("0000000e 0003 0001 00000003 ffff ffffffff"));
    EXPECT_FALSE(reads(kPlainToken));
    EXPECT_FALSE(reads("00000000"));
    EXPECT_FALSE(reads("0000000b 0012 0063 00000002 0001 74"));  // no such version
    EXPECT_FALSE(reads("0000000b 0012 0000 00000002 0009 74"));  // client id beyond the end
    EXPECT_FALSE(reads("0000000b 0012 0000 00000002 0001 ff"));  // no text
    EXPECT_FALSE(reads("0000000b 0012 0000 00000002 fffe 74"));  // no length
}

}  // namespace
}  // namespace brokerscope
