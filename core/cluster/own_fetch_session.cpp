#include "core/cluster/own_fetch_session.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr std::int32_t kInitialEpoch = 0;
constexpr std::int32_t kFinalEpoch = -1;

std::int32_t epochAfter(std::int32_t epoch) {
    return epoch == std::numeric_limits<std::int32_t>::max() ? 1 : epoch + 1;
}

}  // namespace

OwnFetchSession::Request OwnFetchSession::next(const std::vector<FetchRequestPartition>& wanted, bool hasSessions) {
    if (!hasSessions) {
        return {0, kFinalEpoch, wanted, {}};
    }
    Request request{m_id, m_epoch, {}, {}};
    std::map<std::int32_t, FetchRequestPartition> known;
    for (const FetchRequestPartition& partition : wanted) {
        const auto before = m_known.find(partition.partition);
        const bool isNews = m_epoch == kInitialEpoch || before == m_known.end() || before->second != partition;
        if (isNews) {
            request.named.push_back(partition);
        }
        known[partition.partition] = partition;
    }
    if (m_epoch != kInitialEpoch) {
        for (const auto& [partition, _] : m_known) {
            if (!known.contains(partition)) {
                request.forgotten.push_back(partition);
            }
        }
    }
    m_known = std::move(known);
    return request;
}

void OwnFetchSession::answered(std::int32_t sessionId) {
    if (sessionId == 0) {
        lost(true);
        return;
    }
    m_epoch = m_epoch == kInitialEpoch ? 1 : epochAfter(m_epoch);
    m_id = sessionId;
}

void OwnFetchSession::lost(bool isUnknown) {
    m_id = isUnknown ? 0 : m_id;
    m_epoch = kInitialEpoch;
    m_known.clear();
}

OwnFetchSession::Request OwnFetchSession::close() {
    Request request{m_id, kFinalEpoch, {}, {}};
    lost(true);
    return request;
}

}  // namespace brokerscope
