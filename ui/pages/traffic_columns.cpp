#include "ui/pages/traffic_columns.h"

#include "ui/pages/traffic_model.h"

#include <numeric>

namespace brokerscope {

static_assert(TrafficColumns::kCount == TrafficModel::ColumnCount);

namespace {

// The first to go first.
constexpr std::array kGoing{TrafficModel::CorrelationColumn, TrafficModel::ConnectionColumn,
                            TrafficModel::RequestColumn, TrafficModel::ResponseColumn};

}  // namespace

std::array<bool, TrafficColumns::kCount> TrafficColumns::hidden(int width, const std::array<int, kCount>& usual) {
    std::array<bool, kCount> hidden{};
    int wanted = std::accumulate(usual.begin(), usual.end(), 0);
    for (const int column : kGoing) {
        if (wanted <= width) {
            break;
        }
        const auto at = static_cast<std::size_t>(column);
        hidden[at] = true;
        wanted -= usual[at];
    }
    return hidden;
}

}  // namespace brokerscope
