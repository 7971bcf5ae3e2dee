#include "ui/models/record_table_model.h"

#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/text/distinct_text.h"
#include "core/text/indented_json.h"
#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kHexBytes = 48;
constexpr std::uint8_t kFirstPrintable = 0x20;

bool isNumberOfRecord(int column) {
    return column == RecordTableModel::OffsetColumn || column == RecordTableModel::HeadersColumn ||
           column == RecordTableModel::SizeColumn;
}

QString plainText(const RecordList::Cell& cell) {
    QString text =
        QString::fromUtf8(reinterpret_cast<const char*>(cell.bytes.data()), static_cast<qsizetype>(cell.bytes.size()));
    text = QString::fromStdString(distinctText(text.toStdString()));
    text.replace(QLatin1Char('\n'), QChar(0x21b5));
    text.replace(QLatin1Char('\t'), QChar(0x21e5));
    return cell.size > cell.bytes.size() ? text + QChar(0x2026) : text;
}

QString rawText(const RecordList::Cell& cell) {
    const ByteView shown = ByteView(cell.bytes).first(std::min(cell.bytes.size(), kHexBytes));
    const QString digits = QLatin1String("0x") + QString::fromStdString(toHex(shown));
    return cell.size > shown.size() ? digits + QChar(0x2026) : digits;
}

bool hasNothing(const RecordList::Cell& cell) {
    return cell.isNull || cell.isMissing || cell.size == 0;
}

}  // namespace

// A character may be cut in two at the end of what is kept.
bool isRecordText(const RecordList::Cell& cell) {
    const auto bad = firstInvalidUtf8(cell.bytes);
    const bool isWhole = !bad || (cell.size > cell.bytes.size() && *bad + 4 > cell.bytes.size());
    return isWhole && std::ranges::none_of(cell.bytes, [](std::uint8_t byte) {
               return byte < kFirstPrintable && byte != '\n' && byte != '\r' && byte != '\t';
           });
}

QString recordText(const RecordList::Cell& cell, RecordText form) {
    if (cell.isMissing) {
        return RecordTableModel::tr("not read");
    }
    if (cell.isNull) {
        return QStringLiteral("null");
    }
    if (cell.size == 0) {
        return RecordTableModel::tr("\"\" (0 bytes)");
    }
    if (form == RecordText::Hex) {
        return hexText(cell.bytes, kHexBytes);
    }
    if (!isRecordText(cell)) {
        return rawText(cell);
    }
    if (form == RecordText::Json && cell.size == cell.bytes.size() && isJson(cell.bytes)) {
        return shownText(QString::fromStdString(compactJson(asText(cell.bytes))));
    }
    return shownText(plainText(cell));
}

void RecordTableModel::setList(std::shared_ptr<const RecordList> list) {
    beginResetModel();
    m_list = std::move(list);
    findShown();
    endResetModel();
}

void RecordTableModel::setForm(RecordText form) {
    m_form = form;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, KeyColumn), index(rowCount() - 1, ValueColumn));
    }
}

void RecordTableModel::setShown(ShownRecords shown) {
    beginResetModel();
    m_which = shown;
    findShown();
    endResetModel();
}

void RecordTableModel::findShown() {
    m_shown.clear();
    m_counts = {};
    for (std::uint32_t i = 0; m_list != nullptr && i < m_list->rows.size(); ++i) {
        const RecordList::Row& row = m_list->rows[i];
        const bool isControl = row.kind == RecordList::Kind::Control;
        const bool isAborted = row.state == CommittedState::Aborted;
        const bool isShown = isControl ? m_which.controls && !m_which.committed : !(isAborted && m_which.committed);
        m_counts.controls += isControl ? 1 : 0;
        m_counts.aborted += isAborted ? 1 : 0;
        m_counts.remarks += row.kind == RecordList::Kind::Remark ? 1 : 0;
        m_counts.records += isShown && row.kind == RecordList::Kind::Record ? 1 : 0;
        if (isShown) {
            m_shown.push_back(i);
        }
    }
}

const RecordList::Row* RecordTableModel::row(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_list->rows[m_shown[static_cast<std::size_t>(index.row())]]
                                                       : nullptr;
}

QModelIndex RecordTableModel::indexOf(std::uint32_t entry, std::uint32_t record) const {
    const auto place = [this](std::uint32_t row) {
        return std::pair(m_list->rows[row].entry, m_list->rows[row].record);
    };
    const auto found = std::ranges::lower_bound(m_shown, std::pair(entry, record), {}, place);
    return found != m_shown.end() && place(*found) == std::pair(entry, record)
               ? index(static_cast<int>(found - m_shown.begin()), 0)
               : QModelIndex();
}

int RecordTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int RecordTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

// What is no record of a consumer says it in words, unless its bytes are asked for.
QString RecordTableModel::contentText(const RecordList::Row& row, int column) const {
    if (row.kind == RecordList::Kind::Remark) {
        return column == KeyColumn ? QString() : QString::fromStdString(row.says);
    }
    if (row.kind == RecordList::Kind::Record || m_form == RecordText::Hex) {
        return recordContent(row, column);
    }
    if (column == KeyColumn) {
        return QString::fromStdString(row.name);
    }
    const QString never = tr("never delivered to consumers");
    return row.says.empty() ? never : QString::fromStdString(row.says) + QLatin1String(", ") + never;
}

// A record of an internal topic by what it says, unless its bytes are asked for.
QString RecordTableModel::recordContent(const RecordList::Row& row, int column) const {
    const std::string& says = column == KeyColumn ? row.about : row.deciphered;
    if (m_form != RecordText::Hex && !says.empty()) {
        return visibleText(QString::fromStdString(says));
    }
    const bool isTombstone = column == ValueColumn && row.kind == RecordList::Kind::Record && row.value.isNull &&
                             !row.value.isMissing && !row.key.isNull && !row.key.isMissing;
    return isTombstone ? tr("null (tombstone)") : recordText(column == KeyColumn ? row.key : row.value, m_form);
}

QString RecordTableModel::text(const RecordList::Row& row, int column) const {
    const bool isRemark = row.kind == RecordList::Kind::Remark;
    switch (column) {
        case OffsetColumn:
            return isRemark && row.offset < 0 ? QString() : QString::number(row.offset);
        case TimestampColumn: {
            if (isRemark) {
                return QString::fromStdString(row.says);  // a sentence over several columns
            }
            const QString moment = momentText(row.timestamp);
            return moment.isEmpty() ? tr("none") : moment;
        }
        case KeyColumn:
        case ValueColumn:
            return contentText(row, column);
        case HeadersColumn:
            return row.headers == 0 ? QString() : QString::number(row.headers);
        case SizeColumn:
            return grouped(static_cast<std::int64_t>(row.size));
        case StateColumn:
            return isRemark && row.record == 0             ? tr("not read")
                   : isRemark                              ? tr("remark")
                   : row.kind == RecordList::Kind::Control ? tr("control record")
                   : row.state == CommittedState::Aborted  ? tr("aborted")
                                                           : QString();
        default:
            return {};
    }
}

QString RecordTableModel::tip(const RecordList::Row& row, int column) const {
    if (row.kind == RecordList::Kind::Remark) {
        return QString::fromStdString(row.says);
    }
    if (column == TimestampColumn) {
        return QString::number(row.timestamp);
    }
    return row.kind == RecordList::Kind::Control  ? tr("A control record, never delivered to consumers")
           : row.state == CommittedState::Aborted ? tr("Of an aborted transaction: committed readers are not given it")
                                                  : text(row, column);
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
            return tip(*found, index.column());
        case Qt::TextAlignmentRole:
            return isNumberOfRecord(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                                    : QVariant();
        case KindRole:
            return static_cast<int>(found->kind);
        case AbortedRole:
            return found->state == CommittedState::Aborted;
        case NothingRole:
            return found->kind == RecordList::Kind::Record &&
                   ((index.column() == KeyColumn && hasNothing(found->key)) ||
                    (index.column() == ValueColumn && hasNothing(found->value)));
        case SeverityRole:
            return static_cast<int>(found->severity);
        default:
            return {};
    }
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfRecord(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Offset"),  tr("Timestamp"), tr("Key"),  tr("Value"),
                             tr("Headers"), tr("Bytes"),     tr("State")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
