#include "ui/pages/group_lags.h"

#include "ui/charts/line_chart.h"

namespace brokerscope {
namespace {

constexpr std::size_t kMostLags = 20'000;  // of one group

}  // namespace

void GroupLags::clear() {
    m_lags.clear();
    show({});
}

void GroupLags::take(const std::vector<GroupLag>& lags) {
    for (const GroupLag& lag : lags) {
        std::deque<GroupLag>& kept = m_lags[lag.group];
        if (!kept.empty()) {
            kept.back().partitions = nullptr;  // the course of the sum is what is kept
        }
        kept.push_back(lag);
        if (kept.size() > kMostLags) {
            kept.pop_front();
        }
        if (lag.group == m_shown) {
            m_chart.append(lag.timeMs, lag.lag);
            m_chart.setVisible(true);
        }
    }
}

void GroupLags::show(const std::string& group) {
    m_shown = group;
    m_chart.clear();
    const auto found = m_lags.find(group);
    m_chart.setVisible(found != m_lags.end());
    if (found != m_lags.end()) {
        for (const GroupLag& lag : found->second) {
            m_chart.append(lag.timeMs, lag.lag);
        }
    }
}

const GroupLag* GroupLags::latest() const {
    const auto found = m_lags.find(m_shown);
    return found != m_lags.end() ? &found->second.back() : nullptr;
}

}  // namespace brokerscope
