#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

enum class LaneKind : std::uint8_t { State, MembersHeading, Member, PartitionsHeading, Partition };

// One row of a timeline. `index`: position in GroupLanes::members or ::partitions; 0 for the other kinds.
struct LaneRow {
    LaneKind kind = LaneKind::State;
    std::uint32_t index = 0;

    bool operator==(const LaneRow&) const = default;
};

// Heights in device-independent pixels.
struct LaneSizes {
    int state = 32;
    int heading = 26;
    int member = 26;
    int partition = 20;

    bool operator==(const LaneSizes&) const = default;
};

// Where each row is, without making any: state, heading, members, heading, partitions. Members and partitions of a
// section that is closed take no room. Every question is answered by arithmetic. y counts from the top of the first
// row.
class LaneLayout {
public:
    explicit LaneLayout(LaneSizes sizes = {}) : m_sizes(sizes) {}

    const LaneSizes& sizes() const { return m_sizes; }
    void setSizes(LaneSizes sizes) { m_sizes = sizes; }
    // The lanes to show, in the order of the rows. Each at most once.
    void setMembers(std::vector<std::uint32_t> order);
    void setPartitions(std::vector<std::uint32_t> order);
    const std::vector<std::uint32_t>& members() const { return m_members.order; }
    const std::vector<std::uint32_t>& partitions() const { return m_partitions.order; }
    void setMembersOpen(bool open) { m_members.isOpen = open; }
    void setPartitionsOpen(bool open) { m_partitions.isOpen = open; }
    bool areMembersOpen() const { return m_members.isOpen; }
    bool arePartitionsOpen() const { return m_partitions.isOpen; }

    int rowCount() const;
    LaneRow row(int number) const;  // out of range: the nearest one
    int top(int number) const;      // of rowCount(): the bottom of the last one
    int height(int number) const { return top(number + 1) - top(number); }
    int contentHeight() const { return top(rowCount()); }
    std::optional<int> rowAt(int y) const;
    // Nothing for a row that is not shown.
    std::optional<int> numberOf(LaneRow row) const;

private:
    struct Section {
        std::vector<std::uint32_t> order;
        std::vector<std::int32_t> places;  // by index; -1: not shown
        bool isOpen = true;

        void set(std::vector<std::uint32_t> newOrder);
        int shown() const { return isOpen ? static_cast<int>(order.size()) : 0; }
        std::optional<int> place(std::uint32_t index) const;
    };

    LaneSizes m_sizes;
    Section m_members;
    Section m_partitions;
};

}  // namespace brokerscope
