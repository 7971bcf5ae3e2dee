#include "ui/models/fact_table_model.h"

#include <algorithm>

namespace brokerscope {

void FactTableModel::setTable(FactTable table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int FactTableModel::rowOf(int number) const {
    const auto found = std::ranges::find(m_table.rows, number, &FactTable::Row::number);
    return found == m_table.rows.end() ? -1 : static_cast<int>(found - m_table.rows.begin());
}

int FactTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int FactTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant FactTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FactTable::Row& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const QString cell = row.cells.value(index.column());
    const bool isNumber = m_table.numberColumns.contains(index.column());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return cell;
        case Qt::TextAlignmentRole:
            return isNumber ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        case TargetRole:
            return row.target;
        case FaintRole:
            return row.isFaint;
        case SortRole:
            return isNumber ? QVariant(cell.toLongLong()) : QVariant(cell);
        default:
            return {};
    }
}

QVariant FactTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= m_table.columns.size()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && m_table.numberColumns.contains(section)) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(m_table.columns[section]) : QVariant();
}

FactFilterModel::FactFilterModel(QObject* parent) : WordFilterModel(parent) {
    setSortRole(FactTableModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

QString FactFilterModel::searchedText(const QModelIndex& row) const {
    QStringList cells;
    for (int column = 0; column < sourceModel()->columnCount(); ++column) {
        cells.append(row.siblingAtColumn(column).data().toString());
    }
    return cells.join(QLatin1Char('\n')).toLower();
}

}  // namespace brokerscope
