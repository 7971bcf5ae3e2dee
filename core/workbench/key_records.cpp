#include "core/workbench/key_records.h"

#include <algorithm>
#include <map>

namespace brokerscope {
namespace {

constexpr std::string_view kOffsetsFact = "offsets";

// {"offsets", "orders-3"}
std::optional<HeldPartition> committedPartition(const FactPath& path) {
    if (path.size() < 2 || path[0] != kOffsetsFact) {
        return std::nullopt;
    }
    return heldPartition(path[1]);
}

// Tells the members of a group at records of its commits. They change at records of its own, so those between two of
// them share one answer.
class Memberships {
public:
    Memberships(const PartitionHistory& history, const std::string& group, HeldPartition partition,
                const TopicNameOf& nameOf, const CancelToken& cancel)
        : m_history(history)
        , m_group(group)
        , m_partition(std::move(partition))
        , m_nameOf(nameOf)
        , m_cancel(cancel)
        , m_opener(history.reader().registry())
        , m_data(m_opener) {
        for (const SubjectHistory& subject : history.history({StateObjectKind::Group, group})) {
            if (subject.path.empty() || subject.path.front() != kOffsetsFact) {
                for (const HistoryStep& step : subject.steps) {
                    m_changes.push_back(step.record.offset);
                }
            }
        }
        std::ranges::sort(m_changes);
    }

    // Nothing: too many were asked for.
    std::optional<std::vector<PartitionHolder>> at(std::int64_t offset) {
        const auto behind = std::ranges::upper_bound(m_changes, offset);
        if (behind == m_changes.begin()) {
            return std::vector<PartitionHolder>();
        }
        const auto [known, isNew] = m_known.try_emplace(*(behind - 1));
        if (isNew && m_known.size() > KeyRecords::kMostMemberships) {
            m_known.erase(known);
            return std::nullopt;
        }
        if (isNew) {
            known->second = workOut(offset);
        }
        return known->second;
    }

private:
    std::vector<PartitionHolder> workOut(std::int64_t offset) {
        std::vector<PartitionHolder> holders;
        // What cannot be rebuilt has nobody: the records say so themselves.
        [[maybe_unused]] const auto visited = m_history.visitGroup(
            m_group, offset,
            [&](const GroupStateReplay& replay, const GroupState& group) {
                holders = holdersOf(replay, group, m_partition, m_data, m_nameOf);
            },
            m_cancel);
        return holders;
    }

    const PartitionHistory& m_history;
    const std::string& m_group;
    HeldPartition m_partition;
    const TopicNameOf& m_nameOf;
    const CancelToken& m_cancel;
    NestedOpener m_opener;
    MemberData m_data;
    std::vector<std::int64_t> m_changes;  // offsets of the records about its members
    std::map<std::int64_t, std::vector<PartitionHolder>> m_known;
};

void addHolders(KeyRecords& records, const PartitionHistory& history, const TopicNameOf& nameOf,
                const CancelToken& cancel) {
    const auto partition = committedPartition(records.path);
    if (!history.isOfGroups() || !partition) {
        return;
    }
    records.isOfCommits = true;
    Memberships memberships(history, records.object.id, *partition, nameOf, cancel);
    for (auto record = records.records.rbegin(); record != records.records.rend() && !cancel.isCancelled(); ++record) {
        auto holders = memberships.at(record->step.record.offset);
        if (!holders) {
            return;
        }
        record->holders = std::move(*holders);
    }
}

}  // namespace

std::optional<KeyRecords> keyRecordsOf(const PartitionHistory& history, std::int64_t offset, const TopicNameOf& nameOf,
                                       const CancelToken& cancel) {
    auto subject = history.historyOf(offset);
    if (!subject) {
        return std::nullopt;
    }
    KeyRecords found;
    found.object = std::move(subject->object);
    found.path = std::move(subject->path);
    found.earlier = subject->steps.size() > KeyRecords::kMost ? subject->steps.size() - KeyRecords::kMost : 0;
    for (std::size_t i = found.earlier; i < subject->steps.size(); ++i) {
        const HistoryStep& step = subject->steps[i];
        found.records.push_back({step, history.recordAt(step.record.offset), {}});
    }
    addHolders(found, history, nameOf, cancel);
    return cancel.isCancelled() ? std::nullopt : std::optional(std::move(found));
}

}  // namespace brokerscope
