#include "ui/models/members_model.h"

#include "ui/models/group_words.h"
#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isMemberNumber(int column) {
    return column == MembersModel::EpochColumn || column == MembersModel::CountColumn;
}

std::size_t sizeOf(const SharedAssignment& assignment) {
    return assignment ? partitionCount(*assignment) : 0;
}

// What the coordinator says, or what follows from what the member has and is to have.
QString memberState(GroupType type, const MemberInterval& as, const TargetDifference* difference) {
    if (as.isAway) {
        return MembersModel::tr("away");
    }
    QString state;
    if (as.stateCode >= 0) {
        const Reconciliation known = reconciliationOf(type, as.stateCode);
        state = QString::fromUtf8(reconciliationName(type, known).data());
        if (known == Reconciliation::Unknown) {
            state = QStringLiteral("%1 (%2)").arg(state).arg(as.stateCode);
        }
    }
    QStringList waits;
    if (difference != nullptr) {
        if (const std::size_t count = sizeOf(difference->toRevoke); count > 0) {
            waits.append(MembersModel::tr("gives up %1").arg(count));
        }
        if (const std::size_t count = sizeOf(difference->toTake); count > 0) {
            waits.append(MembersModel::tr("waits for %1").arg(count));
        }
    }
    if (waits.isEmpty()) {
        return state.isEmpty() ? QStringLiteral("–") : state;
    }
    return state.isEmpty() ? waits.join(QStringLiteral(", "))
                           : QStringLiteral("%1 · %2").arg(state, waits.join(QStringLiteral(", ")));
}

}  // namespace

void MembersModel::show(const GroupTimeline* timeline, std::int64_t timeMs) {
    std::vector<Row> rows;
    m_assignor.clear();
    if (timeline != nullptr) {
        m_type = timeline->type();
        const GroupLanes& lanes = timeline->lanes();
        const std::size_t state = firstEndingAfter(lanes.states, timeMs);
        m_assignor = state < lanes.states.size() ? lanes.states[state].assignor : std::string();
        const GroupMoment moment = momentOf(*timeline, timeMs);
        const std::vector<TargetDifference> differences = targetDifferences(moment);
        auto difference = differences.begin();  // both are in the order of the lanes
        for (const MemberMoment& member : moment.members) {
            const bool differs = difference != differences.end() && difference->member == member.member;
            const MemberLane& lane = lanes.members[static_cast<std::size_t>(member.member)];
            QString host = QString::fromStdString(lane.host);
            if (host.startsWith(QLatin1Char('/'))) {
                host.remove(0, 1);
            }
            rows.push_back({member.member, lane.memberId, lane.instanceId, memberText(lane), host,
                            memberState(m_type, member.as, differs ? &*difference : nullptr), member.as, differs});
            difference += differs ? 1 : 0;
        }
    }
    const bool same = std::ranges::equal(rows, m_rows, {}, &Row::index, &Row::index);
    if (same && !rows.empty()) {
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QModelIndex MembersModel::indexOf(MemberIndex member) const {
    const auto found = std::ranges::find(m_rows, member, &Row::index);
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), 0);
}

int MembersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MembersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString MembersModel::cell(const Row& row, int column) const {
    switch (column) {
        case MemberColumn:
            return row.instanceId.empty() ? row.name
                                          : tr("%1 · static %2").arg(row.name, QString::fromStdString(row.instanceId));
        case HostColumn:
            return row.host;
        case EpochColumn:
            return row.as.epoch < 0 ? QStringLiteral("–") : grouped(row.as.epoch);
        case StateColumn:
            return row.state;
        case CountColumn:
            return row.as.assigned ? grouped(static_cast<std::int64_t>(partitionCount(*row.as.assigned)))
                                   : QStringLiteral("–");
        case CurrentColumn:
            return assignmentShown(row.as.assigned);
        case TargetColumn:
            return row.as.target ? assignmentShown(row.as.target) : QStringLiteral("–");
        case TopicsColumn:
            return namesShown(row.as.topics);
        default:
            return {};
    }
}

QString MembersModel::toolTip(const Row& row) const {
    QStringList lines{tr("member id: %1").arg(QString::fromStdString(row.memberId))};
    if (row.as.pendingRevocation && !row.as.pendingRevocation->empty()) {
        lines.append(tr("to be given up: %1").arg(assignmentShown(row.as.pendingRevocation)));
    }
    lines.append(
        row.as.span.certainty == Certainty::Observed
            ? evidenceShown(row.as.evidence)
            : tr("%1, from %2")
                  .arg(QString::fromUtf8(certaintyName(row.as.span.certainty).data()), evidenceShown(row.as.evidence)));
    return lines.join(QLatin1Char('\n'));
}

QVariant MembersModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return cell(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((isMemberNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
        case MemberRole:
            return static_cast<uint>(row.index);
        case BusyRole:
            return row.isBusy;
        default:
            return {};
    }
}

QVariant MembersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isMemberNumber(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Member"), tr("Host"),         m_type == GroupType::Classic ? tr("Generation") : tr("Epoch"),
                       tr("State"),  tr("Has"),          tr("Current"),
                       tr("Target"), tr("Subscribed to")}
        .value(section);
}

}  // namespace brokerscope
