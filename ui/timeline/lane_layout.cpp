#include "ui/timeline/lane_layout.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr int kFirstMember = 2;  // after the state and the heading

}  // namespace

void LaneLayout::Section::set(std::vector<std::uint32_t> newOrder) {
    order = std::move(newOrder);
    places.clear();
    for (std::size_t place = 0; place < order.size(); ++place) {
        if (places.size() <= order[place]) {
            places.resize(order[place] + std::size_t{1}, -1);
        }
        places[order[place]] = static_cast<std::int32_t>(place);
    }
}

std::optional<int> LaneLayout::Section::place(std::uint32_t index) const {
    if (!isOpen || index >= places.size() || places[index] < 0) {
        return std::nullopt;
    }
    return places[index];
}

void LaneLayout::setMembers(std::vector<std::uint32_t> order) {
    m_members.set(std::move(order));
}

void LaneLayout::setPartitions(std::vector<std::uint32_t> order) {
    m_partitions.set(std::move(order));
}

int LaneLayout::rowCount() const {
    return kFirstMember + m_members.shown() + 1 + m_partitions.shown();
}

LaneRow LaneLayout::row(int number) const {
    const int row = std::clamp(number, 0, rowCount() - 1);
    const int heading = kFirstMember + m_members.shown();
    if (row < kFirstMember) {
        return {row == 0 ? LaneKind::State : LaneKind::MembersHeading, 0};
    }
    if (row < heading) {
        return {LaneKind::Member, m_members.order[static_cast<std::size_t>(row - kFirstMember)]};
    }
    if (row == heading) {
        return {LaneKind::PartitionsHeading, 0};
    }
    return {LaneKind::Partition, m_partitions.order[static_cast<std::size_t>(row - heading - 1)]};
}

int LaneLayout::top(int number) const {
    const int row = std::clamp(number, 0, rowCount());
    const int members = std::clamp(row - kFirstMember, 0, m_members.shown());
    const int heading = kFirstMember + m_members.shown();
    const int partitions = std::max(0, row - heading - 1);
    return (row > 0 ? m_sizes.state : 0) + (row > 1 ? m_sizes.heading : 0) + members * m_sizes.member +
           (row > heading ? m_sizes.heading : 0) + partitions * m_sizes.partition;
}

std::optional<int> LaneLayout::rowAt(int y) const {
    if (y < 0 || y >= contentHeight()) {
        return std::nullopt;
    }
    const int heading = kFirstMember + m_members.shown();
    if (y >= top(heading + 1)) {
        return heading + 1 + (y - top(heading + 1)) / m_sizes.partition;
    }
    if (y >= top(heading)) {
        return heading;
    }
    if (y >= top(kFirstMember)) {
        return kFirstMember + (y - top(kFirstMember)) / m_sizes.member;
    }
    return y < m_sizes.state ? 0 : 1;
}

std::optional<int> LaneLayout::numberOf(LaneRow row) const {
    switch (row.kind) {
        case LaneKind::State:
            return 0;
        case LaneKind::MembersHeading:
            return 1;
        case LaneKind::PartitionsHeading:
            return kFirstMember + m_members.shown();
        case LaneKind::Member: {
            const auto place = m_members.place(row.index);
            return place ? std::optional(kFirstMember + *place) : std::nullopt;
        }
        case LaneKind::Partition: {
            const auto place = m_partitions.place(row.index);
            return place ? std::optional(kFirstMember + m_members.shown() + 1 + *place) : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace brokerscope
