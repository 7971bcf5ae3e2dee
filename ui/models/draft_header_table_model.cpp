#include "ui/models/draft_header_table_model.h"

#include "core/base/utf8.h"
#include "ui/models/draft_blob.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace brokerscope {
namespace {

QString keyText(const DraftStruct& header) {
    const auto* text = std::get_if<DraftText>(&draftField(header, "key"));
    return text != nullptr ? QString::fromStdString(displayUtf8(asBytes(text->bytes))) : QString();
}

DraftArray& headersOf(DraftStruct& record) {
    const auto* held = std::get_if<std::unique_ptr<DraftArray>>(&draftField(record, "headers"));
    if (held == nullptr) {
        setDraftField(record, "headers", std::make_unique<DraftArray>());
        held = std::get_if<std::unique_ptr<DraftArray>>(&draftField(record, "headers"));
    }
    return **held;
}

}  // namespace

DraftHeaderTableModel::DraftHeaderTableModel(DraftRecordSet& set, QObject* parent)
    : QAbstractTableModel(parent), m_set(set) {
    connect(&set, &DraftRecordSet::aboutToRearrange, this, [this] { show(-1, -1); });
    connect(&set, &DraftRecordSet::batchChanged, this, [this](int batch) {
        if (batch != m_batch) {
            return;
        }
        if (m_record >= m_set.batch(batch).recordCount()) {
            show(-1, -1);
        } else if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    });
}

void DraftHeaderTableModel::showRecord(int batch, int record) {
    const bool isThere = batch >= 0 && record >= 0 && m_set.batch(batch).format == 2;
    show(isThere ? batch : -1, isThere ? record : -1);
}

void DraftHeaderTableModel::show(int batch, int record) {
    beginResetModel();
    m_batch = batch;
    m_record = record;
    endResetModel();
}

bool DraftHeaderTableModel::canAdd() const {
    return m_record >= 0;
}

const DraftArray* DraftHeaderTableModel::array() const {
    const bool isThere = m_record >= 0 && m_record < m_set.batch(m_batch).recordCount();
    const auto* held =
        isThere
            ? std::get_if<std::unique_ptr<DraftArray>>(&draftField(m_set.batch(m_batch).record(m_record), "headers"))
            : nullptr;
    return held != nullptr ? held->get() : nullptr;
}

const DraftStruct& DraftHeaderTableModel::header(int row) const {
    return *std::get<std::unique_ptr<DraftStruct>>(array()->elements[static_cast<std::size_t>(row)]);
}

DraftStruct& DraftHeaderTableModel::header(DraftBatch& batch, int row) const {
    return *std::get<std::unique_ptr<DraftStruct>>(
        headersOf(batch.record(m_record)).elements[static_cast<std::size_t>(row)]);
}

bool DraftHeaderTableModel::add(int row) {
    if (!canAdd() || row < 0 || row > rowCount()) {
        return false;
    }
    beginInsertRows({}, row, row);
    DraftBatch& batch = m_set.beginChange(m_batch, {});
    DraftStruct& record = batch.record(m_record);
    auto& elements = headersOf(record).elements;
    elements.emplace_back(std::make_unique<DraftStruct>(makeStruct(*record.spec->find("headers")->structure)));
    std::rotate(elements.begin() + row, elements.end() - 1, elements.end());
    endInsertRows();
    m_set.endChange(m_batch, {});
    return true;
}

bool DraftHeaderTableModel::move(int row, int by) {
    const int to = row + by;
    if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || (by != 1 && by != -1)) {
        return false;
    }
    beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
    auto& elements = headersOf(m_set.beginChange(m_batch, {}).record(m_record)).elements;
    std::swap(elements[static_cast<std::size_t>(row)], elements[static_cast<std::size_t>(to)]);
    endMoveRows();
    m_set.endChange(m_batch, {});
    return true;
}

bool DraftHeaderTableModel::remove(int row) {
    if (row < 0 || row >= rowCount()) {
        return false;
    }
    beginRemoveRows({}, row, row);
    auto& elements = headersOf(m_set.beginChange(m_batch, {}).record(m_record)).elements;
    elements.erase(elements.begin() + row);
    endRemoveRows();
    m_set.endChange(m_batch, {});
    return true;
}

int DraftHeaderTableModel::rowCount(const QModelIndex& parent) const {
    const DraftArray* headers = parent.isValid() ? nullptr : array();
    return headers != nullptr ? static_cast<int>(headers->elements.size()) : 0;
}

int DraftHeaderTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags DraftHeaderTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) {
        return flags;
    }
    return flags | (index.column() == NullColumn ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable);
}

QVariant DraftHeaderTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const DraftStruct& shown = header(index.row());
    const DraftValue& value = draftField(shown, "value");
    const bool isNull = isBlobNull(value);
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return column == KeyColumn ? keyText(shown) : column == ValueColumn ? blobText(value) : tr("null");
        case Qt::EditRole:
            return column == KeyColumn ? QVariant(keyText(shown)) : column == ValueColumn ? blobOf(value) : QVariant();
        case Qt::CheckStateRole:
            return column == NullColumn ? QVariant(isNull ? Qt::Checked : Qt::Unchecked) : QVariant();
        case EditorRole:
            return static_cast<int>(column == KeyColumn     ? EditorKind::Text
                                    : column == ValueColumn ? EditorKind::Bytes
                                                            : EditorKind::None);
        case IsNullRole:
            return column == ValueColumn && isNull;
        case TouchedRole:
            return column != NullColumn;
        case InVersionRole:
            return true;
        default:
            return {};
    }
}

void DraftHeaderTableModel::change(int row, const char* field, DraftValue&& value) {
    const QString step =
        QStringLiteral("%1.%2.headers.%3.%4").arg(m_batch).arg(m_record).arg(row).arg(QLatin1String(field));
    m_set.change(m_batch, step, [&](DraftBatch& batch) { setDraftField(header(batch, row), field, std::move(value)); });
}

bool DraftHeaderTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) {
        return false;
    }
    if (index.column() == NullColumn && role == Qt::CheckStateRole) {
        change(index.row(), "value", draftBlob(value.toInt() == Qt::Checked ? QVariant() : QVariant(QByteArray(""))));
        return true;
    }
    if (role != Qt::EditRole || index.column() == NullColumn) {
        return false;
    }
    if (index.column() == KeyColumn) {
        change(index.row(), "key", DraftText{value.toString().toStdString()});
    } else {
        change(index.row(), "value", draftBlob(value));
    }
    return true;
}

QVariant DraftHeaderTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString titles[] = {tr("Header"), tr("Value"), tr("Null")};
    return section >= 0 && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

}  // namespace brokerscope
