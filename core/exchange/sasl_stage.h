#pragma once

#include "core/base/bytes.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// Whether raw SASL tokens flow on a connection. After a SaslHandshake v0 that was answered without an error both sides
// send frames that are tokens, without headers and correlation ids, in turns, the client first (KIP-43; from v1 on
// tokens travel in SaslAuthenticate, KIP-152):
//
//   Requests -handshake v0 answered-> Tokens -the last server token, or a client frame that reads as a request->
//   Requests
//
// A broker says nowhere in the bytes that the authentication is over. So:
//   1. PLAIN has one server token, SCRAM two: after these it is over. OAUTHBEARER is over with an empty server
//      token; one with text is a refusal that the client acknowledges with one more token.
//   2. Whatever the mechanism (GSSAPI's number of tokens varies, and its last client token is not answered): once
//      a server token came, a client frame that reads as a request (readsAsRequest) is one. No mechanism's token
//      begins with a known API key and version.
//   3. Before the first server token a client frame is always a token.
// Not thread safe.
class SaslStage {
public:
    explicit SaslStage(const SchemaRegistry& registry) : m_registry(registry) {}

    void begin(std::string mechanism);
    bool hasBegun() const { return m_hasBegun; }  // at any time
    bool tokensFlow() const { return m_tokensFlow; }
    const std::string& mechanism() const { return m_mechanism; }

    // Whether the client's next frame is a token; ends the stage where it is not.
    bool takesFromClient(ByteView frame);
    // A server token came, whole frame; ends the stage where it was the last one. Only while tokens flow.
    void tookFromServer(ByteView frame);

private:
    const SchemaRegistry& m_registry;
    std::string m_mechanism;
    std::uint32_t m_serverTokens = 0;
    bool m_tokensFlow = false;
    bool m_hasBegun = false;
};

}  // namespace brokerscope
