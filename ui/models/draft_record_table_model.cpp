#include "ui/models/draft_record_table_model.h"

#include "core/schema/default_value.h"
#include "ui/models/draft_blob.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"

#include <array>

namespace brokerscope {
namespace {

using Table = DraftRecordTableModel;

// Fields of the columns, in a batch and in messages; the number of a row and the headers' count have none.
constexpr std::array<const char*, Table::ColumnCount> kBatchColumns{nullptr, "offsetDelta", "timestampDelta",
                                                                    "key",   "value",       nullptr};
constexpr std::array<const char*, Table::ColumnCount> kMessageColumns{nullptr, "offset", "timestamp",
                                                                      "key",   "value",  nullptr};

std::size_t headerCount(const DraftStruct& record) {
    const auto* headers = std::get_if<std::unique_ptr<DraftArray>>(&draftField(record, "headers"));
    return headers != nullptr ? (*headers)->elements.size() : 0;
}

// Numbers stand under each other.
QVariant alignmentOf(int column) {
    const bool isNumber = column <= Table::TimeColumn;
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

bool isTold(const DraftStruct& record, const char* field) {
    return !std::holds_alternative<std::monostate>(draftField(record, field));
}

}  // namespace

DraftRecordTableModel::DraftRecordTableModel(DraftRecordSet& set, QObject* parent)
    : QAbstractTableModel(parent), m_set(set) {
    connect(&set, &DraftRecordSet::aboutToRearrange, this, [this] { showBatch(-1); });
    connect(&set, &DraftRecordSet::batchChanged, this, &DraftRecordTableModel::follow);
}

void DraftRecordTableModel::showBatch(int batch) {
    beginResetModel();
    m_batch = batch;
    endResetModel();
}

void DraftRecordTableModel::follow(int batch) {
    if (batch == m_batch && rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

NodeRef DraftRecordTableModel::node(int row) const {
    return m_batch < 0 ? NodeRef() : recordNode(m_set.batch(m_batch), m_set.tree(m_batch), row);
}

bool DraftRecordTableModel::canAdd() const {
    return m_batch >= 0 && m_set.batch(m_batch).format != DraftBatch::kRaw;
}

bool DraftRecordTableModel::add(int row, int count) {
    if (!canAdd() || count <= 0 || row < 0 || row > rowCount()) {
        return false;
    }
    beginInsertRows({}, row, row + count - 1);
    DraftBatch& batch = m_set.beginChange(m_batch, {});
    for (int i = 0; i < count; ++i) {
        batch.insertRecord(row + i, batch.newRecord());
    }
    m_shiftedFrom = row + count;
    m_shift = count;
    endInsertRows();
    endRowChange();
    return true;
}

// The bytes follow once the rows are complete.
void DraftRecordTableModel::endRowChange() {
    m_shift = 0;
    m_set.endChange(m_batch, {});
}

bool DraftRecordTableModel::duplicate(int row) {
    if (row < 0 || row >= rowCount()) {
        return false;
    }
    beginInsertRows({}, row + 1, row + 1);
    DraftBatch& batch = m_set.beginChange(m_batch, {});
    batch.insertRecord(row + 1, cloneStruct(batch.record(row)));
    m_shiftedFrom = row + 2;
    m_shift = 1;
    endInsertRows();
    endRowChange();
    return true;
}

bool DraftRecordTableModel::move(int row, int by) {
    const int to = row + by;
    if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || by == 0) {
        return false;
    }
    beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
    m_set.beginChange(m_batch, {}).moveRecord(row, to);
    endMoveRows();
    endRowChange();
    return true;
}

bool DraftRecordTableModel::remove(int first, int count) {
    if (first < 0 || count <= 0 || first + count > rowCount()) {
        return false;
    }
    beginRemoveRows({}, first, first + count - 1);
    DraftBatch& batch = m_set.beginChange(m_batch, {});
    for (int i = 0; i < count; ++i) {
        batch.removeRecord(first);
    }
    m_shiftedFrom = first;
    m_shift = -count;
    endRemoveRows();
    endRowChange();
    return true;
}

bool DraftRecordTableModel::setNull(const QModelIndex& index, bool null) {
    return index.isValid() && isBlob(index.column()) &&
           setData(index, null ? QVariant() : QVariant(QByteArray("")), Qt::EditRole);
}

int DraftRecordTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_batch < 0 ? 0 : m_set.batch(m_batch).recordCount();
}

int DraftRecordTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

const char* DraftRecordTableModel::fieldOf(int column) const {
    const int format = m_batch < 0 ? 2 : m_set.batch(m_batch).format;
    const auto at = static_cast<std::size_t>(column);
    return format == 2 ? kBatchColumns[at] : format == 0 && column == TimeColumn ? nullptr : kMessageColumns[at];
}

Qt::ItemFlags DraftRecordTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && fieldOf(index.column()) != nullptr ? flags | Qt::ItemIsEditable : flags;
}

// Offsets that are not told are the record's number.
std::optional<std::int64_t> DraftRecordTableModel::number(int row, int column) const {
    const char* field = fieldOf(column);
    if (field == nullptr || isBlob(column)) {
        return std::nullopt;
    }
    const DraftStruct& record = m_set.batch(m_batch).record(row);
    return column == OffsetColumn && !isTold(record, field) ? shownNumber(row) : draftInteger(record, field);
}

QString DraftRecordTableModel::text(int row, int column) const {
    const DraftBatch& batch = m_set.batch(m_batch);
    const DraftStruct& record = batch.record(row);
    if (isBlob(column)) {
        return blobText(draftField(record, fieldOf(column)));
    }
    if (column == NumberColumn) {
        return QString::number(shownNumber(row));
    }
    if (column == HeadersColumn) {
        const std::size_t count = headerCount(record);
        return count == 0 ? QString() : countText(count, tr("header"), tr("headers"));
    }
    const auto value = number(row, column);
    if (!value) {
        return {};
    }
    const bool isDifference = batch.format == 2;
    return isDifference           ? (*value < 0 ? QString() : QStringLiteral("+")) + QString::number(*value)
           : column == TimeColumn ? recordTimeText(*value)
                                  : QString::number(*value);
}

QVariant DraftRecordTableModel::editorData(int column, int role) const {
    const char* field = fieldOf(column);
    if (role == EditorRole) {
        return static_cast<int>(field == nullptr ? EditorKind::None
                                : isBlob(column) ? EditorKind::Bytes
                                                 : EditorKind::Integer);
    }
    if (field == nullptr || isBlob(column) || m_batch < 0) {
        return {};
    }
    const FieldSpec* known = m_set.batch(m_batch).newRecord().spec->find(field);
    const auto limits = known != nullptr ? integerLimits(known->type) : std::nullopt;
    return limits ? QVariant(qlonglong{role == LeastRole ? limits->least : limits->greatest}) : QVariant();
}

QVariant DraftRecordTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || m_batch < 0) {
        return {};
    }
    const int column = index.column();
    const DraftStruct& record = m_set.batch(m_batch).record(index.row());
    const char* field = fieldOf(column);
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return text(index.row(), column);
        case Qt::EditRole: {
            const auto value = number(index.row(), column);
            return isBlob(column) ? blobOf(draftField(record, field))
                   : value        ? QVariant(qlonglong{*value})
                                  : QVariant();
        }
        case EditorRole:
        case LeastRole:
        case GreatestRole:
            return editorData(column, role);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case IsNullRole:
            return isBlob(column) && isBlobNull(draftField(record, field));
        case NullableRole:
            return isBlob(column);
        case TouchedRole:
            return field != nullptr && isTold(record, field);
        case InVersionRole:
            return true;
        default:
            return {};
    }
}

bool DraftRecordTableModel::setNumber(const QModelIndex& index, const QVariant& value) {
    const auto number = value.typeId() == QMetaType::QString ? parseInteger(value.toString().trimmed().toStdString())
                                                             : std::optional<std::int64_t>(value.toLongLong());
    const qlonglong least = editorData(index.column(), LeastRole).toLongLong();
    const qlonglong greatest = editorData(index.column(), GreatestRole).toLongLong();
    if (!number || *number < least || *number > greatest) {
        Q_EMIT editRefused(tr("%1 takes a whole number, %2 to %3.")
                               .arg(headerData(index.column(), Qt::Horizontal).toString())
                               .arg(least)
                               .arg(greatest));
        return false;
    }
    const char* field = fieldOf(index.column());
    m_set.change(m_batch, QStringLiteral("%1.%2.%3").arg(m_batch).arg(index.row()).arg(QLatin1String(field)),
                 [&](DraftBatch& batch) { setDraftField(batch.record(index.row()), field, *number); });
    return true;
}

bool DraftRecordTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const char* field = index.isValid() ? fieldOf(index.column()) : nullptr;
    if (field == nullptr || role != Qt::EditRole || m_batch < 0) {
        return false;
    }
    if (!isBlob(index.column())) {
        return setNumber(index, value);
    }
    m_set.change(m_batch, QStringLiteral("%1.%2.%3").arg(m_batch).arg(index.row()).arg(QLatin1String(field)),
                 [&](DraftBatch& batch) { setDraftField(batch.record(index.row()), field, draftBlob(value)); });
    return true;
}

QVariant DraftRecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const bool isLegacy = m_batch >= 0 && m_set.batch(m_batch).format != 2;
    const QString titles[] = {tr("#"),
                              isLegacy ? tr("Offset") : tr("Offset delta"),
                              isLegacy ? tr("Timestamp") : tr("Timestamp delta"),
                              tr("Key"),
                              tr("Value"),
                              tr("Headers")};
    return titles[section];
}

}  // namespace brokerscope
