#include "ui/models/lag_model.h"

#include "ui/models/value_format.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace brokerscope {
namespace {

auto placeOf(const PartitionLag& lag) {
    return std::tie(lag.topic, lag.partition);
}

QString offsetText(std::int64_t offset) {
    return offset < 0 ? QStringLiteral("–") : grouped(offset);
}

QString distanceText(std::int64_t done, std::int64_t end) {
    return done < 0 || end < 0 ? QStringLiteral("–") : grouped(end - done);
}

// "+12/s"; nothing changes: "0/s".
QString paceText(std::int64_t difference, std::int64_t ms) {
    const double pace = static_cast<double>(difference) * 1000 / static_cast<double>(ms);
    return QStringLiteral("%1%2/s")
        .arg(difference > 0 ? QStringLiteral("+") : QString())
        .arg(pace, 0, 'f', difference == 0 ? 0 : 1);
}

}  // namespace

void LagModel::clear() {
    beginResetModel();
    m_now = {};
    m_before = {};
    endResetModel();
}

void LagModel::take(const GroupLag& lag) {
    if (lag.partitions == nullptr) {
        m_now.problem = lag.problem;
        return;
    }
    const int rows = rowCount();
    const bool stays = rows > 0 && std::ranges::equal(*lag.partitions, *m_now.partitions, {}, placeOf, placeOf);
    if (!stays) {
        beginResetModel();
    }
    m_before = std::exchange(m_now, lag);
    if (!stays) {
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
    }
}

const PartitionLag* LagModel::before(const PartitionLag& row) const {
    if (m_before.partitions == nullptr || m_before.timeMs >= m_now.timeMs) {
        return nullptr;
    }
    const auto found = std::ranges::lower_bound(*m_before.partitions, placeOf(row), {}, placeOf);
    return found != m_before.partitions->end() && placeOf(*found) == placeOf(row) ? &*found : nullptr;
}

int LagModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_now.partitions == nullptr ? 0 : static_cast<int>(m_now.partitions->size());
}

int LagModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString LagModel::cell(const PartitionLag& row, int column) const {
    const PartitionLag* then = before(row);
    const std::int64_t ms = m_now.timeMs - m_before.timeMs;
    switch (column) {
        case PartitionColumn:
            return QStringLiteral("%1-%2").arg(QString::fromStdString(row.topic)).arg(row.partition);
        case DoneColumn:
            return offsetText(row.done);
        case EndColumn:
            return offsetText(row.logEnd);
        case StableColumn:
            return offsetText(row.lastStable);
        case LagColumn:
            return row.lag ? grouped(*row.lag) : QStringLiteral("–");
        case StableLagColumn:
            return distanceText(row.done, row.lastStable);
        case TrendColumn:
            return then != nullptr && then->lag && row.lag ? paceText(*row.lag - *then->lag, ms) : QStringLiteral("–");
        case PaceColumn:
            return then != nullptr && then->done >= 0 && row.done >= 0 ? paceText(row.done - then->done, ms)
                                                                       : QStringLiteral("–");
        default:
            return {};
    }
}

QVariant LagModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const PartitionLag& row = (*m_now.partitions)[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return cell(row, index.column());
        case Qt::ToolTipRole:
            return row.problem.empty() ? QVariant() : QVariant(QString::fromStdString(row.problem));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((index.column() == PartitionColumn ? Qt::AlignLeft : Qt::AlignRight) |
                                       Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant LagModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section != PartitionColumn) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == StableLagColumn) {
        return tr("What a read_committed consumer has left: up to the last stable offset");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Partition"), tr("Committed"),    tr("Log end"),     tr("Last stable"),
                       tr("Lag"),       tr("Up to stable"), tr("Lag changes"), tr("Consumed")}
        .value(section);
}

}  // namespace brokerscope
