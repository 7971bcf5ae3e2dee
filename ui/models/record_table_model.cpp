#include "ui/models/record_table_model.h"

#include "core/base/utf8.h"
#include "ui/models/value_format.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kHexBytes = 48;

// A character may be cut in two at the end of what is kept.
bool isText(const RecordList::Cell& cell) {
    const auto bad = firstInvalidUtf8(cell.bytes);
    return !bad || (cell.size > cell.bytes.size() && *bad + 4 > cell.bytes.size());
}

QString plainText(const RecordList::Cell& cell) {
    QString text =
        QString::fromUtf8(reinterpret_cast<const char*>(cell.bytes.data()), static_cast<qsizetype>(cell.bytes.size()));
    text.replace(QLatin1Char('\n'), QChar(0x21b5));
    return cell.size > cell.bytes.size() ? text + QChar(0x2026) : text;
}

}  // namespace

QString recordText(const RecordList::Cell& cell, RecordText form) {
    if (cell.isNull) {
        return QStringLiteral("null");
    }
    if (form == RecordText::Hex || !isText(cell)) {
        return hexText(cell.bytes, kHexBytes);
    }
    if (form == RecordText::Json && cell.size == cell.bytes.size()) {
        const auto json = QJsonDocument::fromJson(
            QByteArray(reinterpret_cast<const char*>(cell.bytes.data()), static_cast<qsizetype>(cell.bytes.size())));
        if (!json.isNull()) {
            return QString::fromUtf8(json.toJson(QJsonDocument::Compact));
        }
    }
    return shownText(plainText(cell));
}

void RecordTableModel::setList(std::shared_ptr<const RecordList> list) {
    beginResetModel();
    m_list = std::move(list);
    endResetModel();
}

void RecordTableModel::setForm(RecordText form) {
    m_form = form;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, KeyColumn), index(rowCount() - 1, ValueColumn));
    }
}

const RecordList::Row* RecordTableModel::row(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_list->rows[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex RecordTableModel::indexOf(std::uint32_t entry, std::uint32_t record) const {
    if (m_list == nullptr) {
        return {};
    }
    const auto place = [](const RecordList::Row& row) { return std::pair(row.entry, row.record); };
    const auto found = std::ranges::lower_bound(m_list->rows, std::pair(entry, record), {}, place);
    return found != m_list->rows.end() && place(*found) == std::pair(entry, record)
               ? index(static_cast<int>(found - m_list->rows.begin()), 0)
               : QModelIndex();
}

int RecordTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_list == nullptr ? 0 : static_cast<int>(m_list->rows.size());
}

int RecordTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString RecordTableModel::text(const RecordList::Row& row, int column) const {
    switch (column) {
        case OffsetColumn:
            return QString::number(row.offset);
        case TimestampColumn:
            return row.timestamp < 0 ? tr("none") : timeText(row.timestamp).section(QChar(kMeaningSeparator), -1);
        case KeyColumn:
            return recordText(row.key, m_form);
        case ValueColumn:
            return recordText(row.value, m_form);
        case HeadersColumn:
            return row.headers == 0 ? QString() : QString::number(row.headers);
        case SizeColumn:
            return grouped(static_cast<std::int64_t>(row.size));
        default:
            return {};
    }
}

QVariant RecordTableModel::data(const QModelIndex& index, int role) const {
    const RecordList::Row* found = row(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return text(*found, index.column());
        case Qt::ToolTipRole:
            return index.column() == TimestampColumn ? QString::number(found->timestamp)
                   : found->isControl                ? tr("A control record, never delivered to consumers")
                                                     : text(*found, index.column());
        case Qt::TextAlignmentRole:
            return index.column() == OffsetColumn || index.column() >= HeadersColumn
                       ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                       : QVariant();
        default:
            return {};
    }
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && (section == OffsetColumn || section >= HeadersColumn)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Offset"), tr("Timestamp"), tr("Key"), tr("Value"), tr("Headers"), tr("Bytes")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
