#include "core/internal_topics/commit_activity.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::int64_t kSecondMs = 1000;

// Whether the change put an offset in force; a commit that waits, was overtaken or aborted did not.
bool isInForce(const GroupStateChange& change) {
    return change.commitAfter != nullptr && change.pending == nullptr &&
           (change.commitBefore == nullptr || change.commitBefore->record != change.commitAfter->record);
}

}  // namespace

double CommitRate::perSecond() const {
    const std::int64_t ms = std::max(watchedMs, kSecondMs);
    return static_cast<double>(commits) * kSecondMs / static_cast<double>(ms);
}

void CommitActivity::take(const GroupOperation& operation) {
    for (const GroupStateChange& change : operation.changes) {
        if (!isInForce(change)) {
            continue;
        }
        auto found = m_groups.find(operation.group->id);
        if (found == m_groups.end()) {
            found = m_groups.emplace(operation.group->id, Watched()).first;
            found->second.rate.group = operation.group->id;
            found->second.rate.firstMs = operation.timestampMs;
        }
        m_firstMs = m_firstMs < 0 ? operation.timestampMs : std::min(m_firstMs, operation.timestampMs);
        m_lastMs = std::max(m_lastMs, operation.timestampMs);
        count(found->second, operation.timestampMs);
        compare(found->second, operation, change);
    }
}

void CommitActivity::count(Watched& watched, std::int64_t timestampMs) {
    CommitRate& rate = watched.rate;
    ++rate.commits;
    rate.firstMs = std::min(rate.firstMs, timestampMs);
    rate.lastMs = std::max(rate.lastMs, timestampMs);
    const std::int64_t second = timestampMs / kSecondMs;
    watched.inSecond = second == watched.second ? watched.inSecond + 1 : 1;
    watched.second = second;
    rate.mostInASecond = std::max(rate.mostInASecond, watched.inSecond);
}

void CommitActivity::compare(Watched& watched, const GroupOperation& operation, const GroupStateChange& change) {
    const CommittedOffset* before = change.commitBefore;
    const CommittedOffset* after = change.commitAfter;
    if (before == nullptr || after->offset >= before->offset) {
        return;
    }
    ++m_backwardCount;
    ++watched.backward;
    if (m_backward.size() == kBackwardKept) {
        m_backward.pop_front();
    }
    m_backward.push_back({operation.group->id,
                          std::string(change.key.topic),
                          change.key.partition,
                          {operation.partition, before->record, -1},
                          {operation.partition, after->record, -1},
                          before->offset,
                          after->offset,
                          operation.timestampMs});
}

std::uint64_t CommitActivity::backwardCount(std::string_view group) const {
    const auto found = m_groups.find(group);
    return found == m_groups.end() ? 0 : found->second.backward;
}

std::vector<CommitRate> CommitActivity::rates() const {
    std::vector<CommitRate> all;
    for (const auto& [group, watched] : m_groups) {
        all.push_back(watched.rate);
        all.back().watchedMs = m_lastMs - m_firstMs;
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &CommitRate::perSecond);
    return all;
}

}  // namespace brokerscope
