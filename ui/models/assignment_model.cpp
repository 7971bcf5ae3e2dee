#include "ui/models/assignment_model.h"

#include "core/groups/partition_order.h"
#include "ui/models/group_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

// What a lane says of one moment. Intervals may overlap, so all that have begun are looked at.
struct OwnersNow {
    std::vector<MemberIndex> owners;
    std::vector<MemberIndex> target;
    bool isKnown = false;
    bool givesUp = false;
};

OwnersNow ownersNow(const PartitionLane& lane, std::int64_t timeMs) {
    OwnersNow now;
    const auto end = std::ranges::upper_bound(lane.intervals, timeMs, {},
                                              [](const OwnershipInterval& interval) { return interval.span.fromMs; });
    for (auto interval = lane.intervals.begin(); interval != end; ++interval) {
        if (!interval->span.contains(timeMs) || interval->ownership == Ownership::Unknown) {
            continue;
        }
        now.isKnown = true;
        now.givesUp = now.givesUp || interval->ownership == Ownership::PendingRevocation;
        if (interval->owner != MemberIndex::None) {
            now.owners.push_back(interval->owner);
        }
        if (interval->next != MemberIndex::None) {
            now.target.push_back(interval->next);
        }
    }
    if (now.target.empty() && !now.givesUp) {
        now.target = now.owners;
    }
    return now;
}

AssignmentModel::Change changeOf(const OwnersNow& now) {
    using enum AssignmentModel::Change;
    if (!now.isKnown) {
        return Unknown;
    }
    if (now.owners == now.target) {
        return now.owners.empty() ? Unowned : None;
    }
    return now.owners.empty() ? Gets : now.target.empty() ? Loses : Moves;
}

QString changeText(AssignmentModel::Change change) {
    static constexpr std::array<const char*, 6> kWords = {
        "",
        QT_TRANSLATE_NOOP("brokerscope::AssignmentModel", "moves"),
        QT_TRANSLATE_NOOP("brokerscope::AssignmentModel", "is given"),
        QT_TRANSLATE_NOOP("brokerscope::AssignmentModel", "is given up"),
        QT_TRANSLATE_NOOP("brokerscope::AssignmentModel", "unowned"),
        QT_TRANSLATE_NOOP("brokerscope::AssignmentModel", "not known")};
    static_assert(kWords.size() == static_cast<std::size_t>(AssignmentModel::Change::Unknown) + 1);
    const char* word = kWords.at(static_cast<std::size_t>(change));
    return *word == '\0' ? QString() : AssignmentModel::tr(word);
}

}  // namespace

void AssignmentModel::showTarget(const SharedTimeline& timeline, std::int64_t timeMs) {
    std::vector<Row> rows;
    if (timeline != nullptr) {
        orderPartitions(timeline->lanes.partitions, m_order);
        const bool hasTarget = timeline->type != GroupType::Classic;
        for (const std::uint32_t at : m_order) {
            OwnersNow now = ownersNow(timeline->lanes.partitions[at], timeMs);
            if (!hasTarget) {
                now.target = now.owners;
            }
            rows.push_back({PartitionIndex{at}, changeOf(now)});
        }
    }
    m_beforeMs = timeMs;
    take(timeline, std::move(rows), false);
}

void AssignmentModel::showComparison(const SharedTimeline& timeline, std::int64_t beforeMs, std::int64_t afterMs) {
    std::vector<Row> rows;
    if (timeline != nullptr) {
        orderPartitions(timeline->lanes.partitions, m_order);
        // A static member that came back is the same owner there.
        const std::vector<AssignmentDifference> changed = differences(*timeline, beforeMs, afterMs);
        for (const std::uint32_t at : m_order) {
            const OwnersNow before = ownersNow(timeline->lanes.partitions[at], beforeMs);
            const OwnersNow after = ownersNow(timeline->lanes.partitions[at], afterMs);
            const auto difference =
                std::ranges::lower_bound(changed, PartitionIndex{at}, {}, &AssignmentDifference::partition);
            const bool differs = difference != changed.end() && difference->partition == PartitionIndex{at};
            Change change = Change::None;
            if (!before.isKnown || !after.isKnown) {
                change = Change::Unknown;
            } else if (differs) {
                change = before.owners.empty() ? Change::Gets : after.owners.empty() ? Change::Loses : Change::Moves;
            } else if (after.owners.empty()) {
                change = Change::Unowned;
            }
            rows.push_back({PartitionIndex{at}, change});
        }
    }
    m_beforeMs = beforeMs;
    m_afterMs = afterMs;
    take(timeline, std::move(rows), true);
}

void AssignmentModel::setOnlyDifferences(bool only) {
    if (only != m_onlyDifferences) {
        m_onlyDifferences = only;
        take(m_timeline, std::move(m_all), m_isComparison);
    }
}

void AssignmentModel::take(const SharedTimeline& timeline, std::vector<Row> rows, bool isComparison) {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!m_onlyDifferences || rows[i].change != Change::None) {
            shown.push_back(i);
        }
    }
    const bool stays = !shown.empty() && isComparison == m_isComparison && shown == m_shown &&
                       std::ranges::equal(rows, m_all, {}, &Row::index, &Row::index);
    if (!stays) {
        beginResetModel();
    }
    m_timeline = timeline;
    m_all = std::move(rows);
    m_shown = std::move(shown);
    m_isComparison = isComparison;
    if (!stays) {
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

const PartitionLane& AssignmentModel::laneOf(const Row& row) const {
    return m_timeline->lanes.partitions[static_cast<std::size_t>(row.index)];
}

QString AssignmentModel::ownersAt(const Row& row, std::int64_t timeMs, bool isTarget) const {
    const OwnersNow now = ownersNow(laneOf(row), timeMs);
    const bool isTold = now.isKnown && (!isTarget || m_timeline->type != GroupType::Classic);
    return isTold ? membersText(m_timeline->lanes, isTarget ? now.target : now.owners) : QStringLiteral("–");
}

QString AssignmentModel::cell(const Row& row, int column) const {
    switch (column) {
        case PartitionColumn:
            return partitionText(laneOf(row));
        case BeforeColumn:
            return ownersAt(row, m_beforeMs, false);
        case AfterColumn:
            return m_isComparison ? ownersAt(row, m_afterMs, false) : ownersAt(row, m_beforeMs, true);
        case ChangeColumn:
            return changeText(row.change);
        default:
            return {};
    }
}

int AssignmentModel::differenceCount() const {
    return static_cast<int>(std::ranges::count_if(m_all, [](const Row& row) { return row.change != Change::None; }));
}

int AssignmentModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int AssignmentModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AssignmentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_all[m_shown[static_cast<std::size_t>(index.row())]];
    if (role == PartitionRole) {
        return static_cast<uint>(row.index);
    }
    if (role == ChangeRole) {
        return static_cast<int>(row.change);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return cell(row, index.column());
}

QVariant AssignmentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Partition"), m_isComparison ? tr("Before") : tr("Current"),
                       m_isComparison ? tr("After") : tr("Target"), tr("Difference")}
        .value(section);
}

}  // namespace brokerscope
