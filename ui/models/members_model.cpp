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
QString memberState(GroupType type, const MemberInterval& as, const TargetDifference& difference) {
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
    if (const std::size_t count = sizeOf(difference.toRevoke); count > 0) {
        waits.append(MembersModel::tr("gives up %1").arg(count));
    }
    if (const std::size_t count = sizeOf(difference.toTake); count > 0) {
        waits.append(MembersModel::tr("waits for %1").arg(count));
    }
    if (waits.isEmpty()) {
        return state.isEmpty() ? QStringLiteral("–") : state;
    }
    return state.isEmpty() ? waits.join(QStringLiteral(", "))
                           : QStringLiteral("%1 · %2").arg(state, waits.join(QStringLiteral(", ")));
}

}  // namespace

void MembersModel::show(const SharedTimeline& timeline, std::int64_t timeMs) {
    if (timeline == m_timeline && timeMs == m_timeMs) {
        return;
    }
    std::vector<MemberAt> rows = timeline != nullptr ? membersAt(*timeline, timeMs) : std::vector<MemberAt>();
    const bool stays = !rows.empty() && std::ranges::equal(rows, m_rows, {}, &MemberAt::member, &MemberAt::member);
    if (!stays) {
        beginResetModel();
    }
    m_timeline = timeline;
    m_timeMs = timeMs;
    m_rows = std::move(rows);
    if (!stays) {
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

std::string MembersModel::assignor() const {
    if (m_timeline == nullptr) {
        return {};
    }
    const auto& states = m_timeline->lanes.states;
    const std::size_t state = firstEndingAfter(states, m_timeMs);
    return state < states.size() ? states[state].assignor : std::string();
}

QModelIndex MembersModel::indexOf(MemberIndex member) const {
    const auto found = std::ranges::find(m_rows, member, &MemberAt::member);
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), 0);
}

const MemberLane& MembersModel::laneOf(const MemberAt& row) const {
    return m_timeline->lanes.members[static_cast<std::size_t>(row.member)];
}

const MemberInterval& MembersModel::intervalOf(const MemberAt& row) const {
    return laneOf(row).intervals[row.interval];
}

int MembersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MembersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString MembersModel::cell(const MemberAt& row, int column) const {
    const MemberLane& lane = laneOf(row);
    const MemberInterval& as = intervalOf(row);
    switch (column) {
        case MemberColumn:
            return lane.instanceId.empty()
                       ? memberText(lane)
                       : tr("%1 · static %2").arg(memberText(lane), QString::fromStdString(lane.instanceId));
        case HostColumn: {
            const QString host = QString::fromStdString(lane.host);
            return host.startsWith(QLatin1Char('/')) ? host.mid(1) : host;
        }
        case EpochColumn:
            return as.epoch < 0 ? QStringLiteral("–") : grouped(as.epoch);
        case StateColumn:
            return memberState(m_timeline->type, as, targetDifference(row.member, as));
        case CountColumn:
            return as.assigned ? grouped(static_cast<std::int64_t>(partitionCount(*as.assigned))) : QStringLiteral("–");
        case CurrentColumn:
            return assignmentShown(as.assigned);
        case TargetColumn:
            return as.target ? assignmentShown(as.target) : QStringLiteral("–");
        case TopicsColumn:
            return namesShown(as.topics);
        default:
            return {};
    }
}

QString MembersModel::toolTip(const MemberAt& row) const {
    const MemberInterval& as = intervalOf(row);
    QStringList lines{tr("member id: %1").arg(QString::fromStdString(laneOf(row).memberId))};
    if (as.pendingRevocation && !as.pendingRevocation->empty()) {
        lines.append(tr("to be given up: %1").arg(assignmentShown(as.pendingRevocation)));
    }
    lines.append(
        as.span.certainty == Certainty::Observed
            ? evidenceShown(as.evidence)
            : tr("%1, from %2")
                  .arg(QString::fromUtf8(certaintyName(as.span.certainty).data()), evidenceShown(as.evidence)));
    return lines.join(QLatin1Char('\n'));
}

QVariant MembersModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const MemberAt& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return cell(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((isMemberNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
        case MemberRole:
            return static_cast<uint>(row.member);
        case BusyRole: {
            const TargetDifference difference = targetDifference(row.member, intervalOf(row));
            return !difference.toRevoke->empty() || !difference.toTake->empty();
        }
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
    return QStringList{tr("Member"), tr("Host"),         isClassic() ? tr("Generation") : tr("Epoch"),
                       tr("State"),  tr("Has"),          tr("Current"),
                       tr("Target"), tr("Subscribed to")}
        .value(section);
}

}  // namespace brokerscope
