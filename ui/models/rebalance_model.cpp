#include "ui/models/rebalance_model.h"

#include "ui/models/group_words.h"
#include "ui/models/value_format.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

bool isRebalanceNumber(int column) {
    return column == RebalanceModel::NumberColumn || column == RebalanceModel::TookColumn ||
           column == RebalanceModel::MovedColumn || column == RebalanceModel::UnownedColumn;
}

// Null: nothing moved. What is known to have lasted so long at least counts as that.
const MovedPartition* longestUnowned(const Rebalance& rebalance) {
    const auto length = [](const MovedPartition& moved) { return std::max(moved.unownedMs, moved.atLeastMs); };
    const MovedPartition* longest = nullptr;
    for (const auto* list : {&rebalance.moved, &rebalance.returned}) {
        for (const MovedPartition& moved : *list) {
            longest = longest == nullptr || length(moved) > length(*longest) ? &moved : longest;
        }
    }
    return longest;
}

}  // namespace

RebalanceModel::RebalanceModel(QObject* parent) : QAbstractTableModel(parent), m_zone(QTimeZone::systemTimeZone()) {}

void RebalanceModel::setTimeline(SharedTimeline timeline) {
    beginResetModel();
    m_timeline = std::move(timeline);
    m_rows = m_timeline != nullptr ? static_cast<int>(m_timeline->rebalances.size()) : 0;
    endResetModel();
}

void RebalanceModel::setZone(const QTimeZone& zone) {
    m_zone = zone;
    if (m_rows > 0) {
        Q_EMIT dataChanged(index(0, BeganColumn), index(m_rows - 1, BeganColumn));
    }
}

void RebalanceModel::update(const SharedTimeline& timeline) {
    if (timeline == nullptr || m_timeline == nullptr) {
        if (timeline != m_timeline) {
            setTimeline(timeline);
        }
        return;
    }
    const RebalanceList& now = timeline->rebalances;
    const int rows = static_cast<int>(now.size());
    if (m_rows == 0 || rows < m_rows || now.front().number != m_timeline->rebalances.front().number) {
        setTimeline(timeline);
        return;
    }
    if (rows > m_rows) {
        // The latest is at the top.
        beginInsertRows({}, 0, rows - m_rows - 1);
    }
    const SharedTimeline before = std::exchange(m_timeline, timeline);
    const int same = std::exchange(m_rows, rows);
    if (rows > same) {
        endInsertRows();
    }
    // A late event may have changed any of them; what is shared did not change.
    int first = 0;
    while (first < same &&
           &before->rebalances[static_cast<std::size_t>(first)] == &now[static_cast<std::size_t>(first)]) {
        ++first;
    }
    if (first < same) {
        Q_EMIT dataChanged(index(0, 0), index(rows - 1 - first, ColumnCount - 1));
    }
}

const Rebalance* RebalanceModel::rebalance(const QModelIndex& index) const {
    if (m_timeline == nullptr || !index.isValid() || index.row() >= m_rows) {
        return nullptr;
    }
    const auto& all = m_timeline->rebalances;
    const auto at = static_cast<std::size_t>(m_rows - 1 - index.row());
    return at < all.size() ? &all[at] : nullptr;
}

QModelIndex RebalanceModel::indexOf(std::uint32_t number) const {
    if (m_timeline == nullptr) {
        return {};
    }
    const auto& all = m_timeline->rebalances;
    const auto found = std::ranges::lower_bound(all, number, {}, &Rebalance::number);
    return found != all.end() && found->number == number ? index(m_rows - 1 - static_cast<int>(found - all.begin()), 0)
                                                         : QModelIndex();
}

int RebalanceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

int RebalanceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString RebalanceModel::why(const Rebalance& rebalance) const {
    QStringList parts;
    for (const RebalanceTrigger& trigger : rebalance.triggers) {
        // Of a member that is gone, and of which nothing tells how.
        const bool isGone = trigger.reason == GroupReason::Unknown && trigger.member != MemberIndex::None;
        const QString reason = isGone ? tr("left, or its session ended") : reasonText(trigger.reason);
        parts.append(trigger.member == MemberIndex::None
                         ? reason
                         : memberText(m_timeline->lanes, trigger.member) + QLatin1Char(' ') + reason);
    }
    parts.removeDuplicates();
    return parts.join(QStringLiteral(", "));
}

QString RebalanceModel::cell(const Rebalance& rebalance, int column) const {
    switch (column) {
        case NumberColumn:
            return grouped(rebalance.number);
        case BeganColumn:
            return QDateTime::fromMSecsSinceEpoch(rebalance.span.fromMs, m_zone)
                .toString(QStringLiteral("HH:mm:ss.zzz"));
        case TookColumn:
            return rebalance.durationMs() < 0 ? tr("goes on") : spanText(rebalance.durationMs());
        case WhyColumn:
            return why(rebalance);
        case MovedColumn:
            return grouped(static_cast<std::int64_t>(rebalance.moved.size()));
        case UnownedColumn: {
            const MovedPartition* longest = longestUnowned(rebalance);
            const bool isKnown = longest != nullptr && std::max(longest->unownedMs, longest->atLeastMs) >= 0;
            return isKnown ? unownedShown(*longest) : QStringLiteral("–");
        }
        case EpochColumn:
            return rebalance.epochAfter < 0 ? QString() : grouped(rebalance.epochAfter);
        default:
            return {};
    }
}

QVariant RebalanceModel::data(const QModelIndex& index, int role) const {
    const Rebalance* one = rebalance(index);
    if (one == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return cell(*one, index.column());
        case Qt::ToolTipRole:
            return index.column() == WhyColumn && !one->triggers.empty()
                       ? QVariant(QString::fromStdString(one->triggers.front().words))
                       : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((isRebalanceNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
        case NumberRole:
            return one->number;
        case RunningRole:
            return one->durationMs() < 0;
        default:
            return {};
    }
}

QVariant RebalanceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isRebalanceNumber(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const bool isClassic = m_timeline != nullptr && m_timeline->type == GroupType::Classic;
    return QStringList{tr("No."),
                       tr("Began"),
                       tr("Took"),
                       tr("Why"),
                       tr("Moved"),
                       tr("Unowned up to"),
                       isClassic ? tr("Generation") : tr("Epoch")}
        .value(section);
}

}  // namespace brokerscope
