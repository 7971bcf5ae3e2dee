#include "core/net/version_negotiation.h"

#include "core/schema/api_keys.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kUnsupportedVersion = 35;
// The first flexible version, and the one before features: what old services are most likely to know.
constexpr int kMiddleStep = 3;

}  // namespace

VersionNegotiation::Next VersionNegotiation::answered(const BrokerVersions& versions) {
    if (versions.errorCode != kUnsupportedVersion) {
        return Next::Done;
    }
    if (m_version == 0) {
        return Next::Failed;
    }
    const AdvertisedApi* offer = versions.api(api_key::kApiVersions);
    const bool isLower = offer != nullptr && offer->versions.max >= 0 && offer->versions.max < m_version;
    m_version = isLower ? offer->versions.max : 0;
    m_offered = true;
    return Next::Ask;
}

VersionNegotiation::Next VersionNegotiation::closed() {
    if (m_connections == kMostConnections) {
        return Next::Failed;
    }
    if (!m_offered) {
        if (m_version == 0) {
            return Next::Failed;
        }
        m_version = m_version > kMiddleStep ? kMiddleStep : 0;
    }
    m_offered = false;
    ++m_connections;
    return Next::Reconnect;
}

}  // namespace brokerscope
