#include "core/exchange/sasl_stage.h"

#include "core/exchange/sasl_token.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::size_t kSizePrefix = 4;

struct Ending {
    std::string_view mechanism;
    std::uint32_t serverTokens = 0;  // after as many it is over; 0: the number varies
    bool withEmptyToken = false;
};
constexpr std::array kEndings{Ending{"PLAIN", 1, false}, Ending{"SCRAM-SHA-256", 2, false},
                              Ending{"SCRAM-SHA-512", 2, false}, Ending{"OAUTHBEARER", 0, true}};

}  // namespace

void SaslStage::begin(std::string mechanism) {
    m_mechanism = std::move(mechanism);
    m_serverTokens = 0;
    m_tokensFlow = true;
    m_hasBegun = true;
}

bool SaslStage::takesFromClient(ByteView frame) {
    if (m_tokensFlow && m_serverTokens > 0 && readsAsRequest(m_registry, frame)) {
        m_tokensFlow = false;
    }
    return m_tokensFlow;
}

void SaslStage::tookFromServer(ByteView frame) {
    ++m_serverTokens;
    const auto ending = std::find_if(kEndings.begin(), kEndings.end(),
                                     [this](const Ending& known) { return known.mechanism == m_mechanism; });
    if (ending == kEndings.end()) {
        return;
    }
    const bool isLast = ending->serverTokens > 0 && m_serverTokens >= ending->serverTokens;
    const bool isEmpty = ending->withEmptyToken && frame.size() <= kSizePrefix;
    m_tokensFlow = !isLast && !isEmpty;
}

}  // namespace brokerscope
