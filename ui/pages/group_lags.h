#pragma once

#include "ui/models/groups_feed.h"

#include <deque>
#include <map>
#include <string>

namespace brokerscope {

class LineChart;

// How far behind groups were over time, the last of what was told of each; the chart shows one of them, and is hidden
// where nothing was told. GUI thread.
class GroupLags {
public:
    explicit GroupLags(LineChart& chart) : m_chart(chart) {}

    void clear();
    void take(const std::vector<GroupLag>& lags);
    void show(const std::string& group);  // empty: none
    // The last reading of the group that is shown; null: there is none.
    const GroupLag* latest() const;

private:
    LineChart& m_chart;
    std::string m_shown;
    std::map<std::string, std::deque<GroupLag>> m_lags;
};

}  // namespace brokerscope
