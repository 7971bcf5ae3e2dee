#include "core/groups/group_rows.h"

#include <utility>

namespace brokerscope {
namespace {

// Puts what one observation says into the row of its group; what it does not tell stays.
class RowUpdate {
public:
    RowUpdate(const GroupEvent& event, GroupRow& row) : m_event(event), m_row(row) {}

    void operator()(const GroupStatus& status) const {
        m_row.state = status.state.empty() ? m_row.state : status.state;
        m_row.protocolType = status.protocolType.empty() ? m_row.protocolType : status.protocolType;
        m_row.members = status.state == "Empty" ? 0 : m_row.members;
        seen();
    }
    void operator()(const MemberRoster& roster) const {
        m_row.members =
            roster.memberIds != nullptr ? static_cast<std::int32_t>(roster.memberIds->size()) : m_row.members;
        seen();
    }
    void operator()(const CoordinatorSeen& seenAt) const {
        m_row.coordinator = seenAt.brokerId >= 0 ? seenAt.brokerId : m_row.coordinator;
    }
    void operator()(const SourceBlind& blind) const {
        if (m_event.evidence.source == EventSource::Describe) {
            m_row.problem = blind.isOver ? std::string() : blind.why;
        }
    }
    void operator()(const Unchanged&) const { seen(); }
    template <class Other>
    void operator()(const Other&) const {}

private:
    void seen() const {
        if (m_event.evidence.source == EventSource::Describe) {
            m_row.problem.clear();
        }
    }

    const GroupEvent& m_event;
    GroupRow& m_row;
};

}  // namespace

bool GroupRows::take(std::span<const GroupEvent> events) {
    bool hasChanged = false;
    for (const GroupEvent& event : events) {
        if (std::holds_alternative<GroupGone>(event.said)) {
            hasChanged = m_rows.erase(event.group) > 0 || hasChanged;
            continue;
        }
        const auto [found, isNew] = m_rows.try_emplace(event.group);
        const GroupRow before = found->second;
        if (event.type != GroupType::Unknown) {
            found->second.type = event.type;
        }
        std::visit(RowUpdate(event, found->second), event.said);
        hasChanged = hasChanged || isNew || found->second != before;
    }
    return hasChanged;
}

}  // namespace brokerscope
