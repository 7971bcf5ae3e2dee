#include "ui/pages/entry_table_model.h"

#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

// The definition's spelling of a name in Kafka's JSON spelling; keys of properties stay as they are.
QString titleOf(const std::string& name) {
    QString title = QString::fromStdString(name);
    if (!title.isEmpty()) {
        title[0] = title[0].toUpper();
    }
    return title;
}

}  // namespace

void EntryTableModel::clear() {
    beginResetModel();
    m_columns.clear();
    m_pieces.clear();
    m_ends.clear();
    endResetModel();
}

void EntryTableModel::append(const EntryPiece& piece) {
    if (m_columns.empty() && !piece.columns.empty()) {
        beginResetModel();
        m_columns = piece.columns;
        endResetModel();
    }
    if (piece.rows == nullptr || piece.rows->empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(piece.rows->size()) - 1);
    m_pieces.push_back(piece.rows);
    m_ends.push_back(static_cast<std::size_t>(first) + piece.rows->size());
    endInsertRows();
}

const EntryRow* EntryTableModel::row(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return nullptr;
    }
    const auto at = static_cast<std::size_t>(index.row());
    const auto piece = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, at) - m_ends.begin());
    return &(*m_pieces[piece])[at - (piece == 0 ? 0 : m_ends[piece - 1])];
}

int EntryTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_ends.empty() ? 0 : static_cast<int>(m_ends.back());
}

int EntryTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_columns.empty() ? 0 : static_cast<int>(m_columns.size()) + 1;
}

QString EntryTableModel::text(const EntryRow& row, int column) const {
    const auto at = static_cast<std::size_t>(column);
    if (at >= m_columns.size()) {
        QStringList texts;
        for (const Diagnostic& remark : row.remarks) {
            texts.append(QString::fromStdString(remark.text()));
        }
        return texts.join(QLatin1Char(' '));
    }
    if (at >= row.values.size()) {
        return {};
    }
    const QString value = QString::fromStdString(row.values[at]);
    return m_columns[at] == "timestamp"
               ? timeText(value.toLongLong()).replace(QChar(kMeaningSeparator), QLatin1Char(' '))
               : value;
}

QVariant EntryTableModel::data(const QModelIndex& index, int role) const {
    const EntryRow* found = row(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return text(*found, index.column());
        case ProblemRole:
            return std::ranges::any_of(found->remarks,
                                       [](const Diagnostic& remark) { return remark.severity != Severity::Note; });
        default:
            return {};
    }
}

QVariant EntryTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return static_cast<std::size_t>(section) < m_columns.size() ? titleOf(m_columns[static_cast<std::size_t>(section)])
                                                                : tr("Remark");
}

}  // namespace brokerscope
