#include "ui/models/draft_batch_list_model.h"

#include "ui/models/draft_batch_reader.h"
#include "ui/models/entity_names.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

QString codecChoice(const DraftBatch& batch) {
    const auto codec = batch.compression();
    if (batch.format == DraftBatch::kRaw) {
        return {};
    }
    const int number = static_cast<int>(draftInteger(batch.head.root, "attributes")) & kCompressionMask;
    return codec ? QString::fromUtf8(compressionName(*codec).data(),
                                     static_cast<qsizetype>(compressionName(*codec).size()))
                 : DraftBatchListModel::tr("codec %1").arg(number);
}

QVariant batchAlignment(int column) {
    const bool isNumber = column == DraftBatchListModel::CountColumn || column == DraftBatchListModel::NumberColumn;
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

}  // namespace

DraftBatchListModel::DraftBatchListModel(DraftRecordSet& set, QObject* parent)
    : QAbstractTableModel(parent), m_set(set) {
    connect(&set, &DraftRecordSet::aboutToRearrange, this, [this] { beginResetModel(); });
    connect(&set, &DraftRecordSet::rearranged, this, [this] { endResetModel(); });
    // Another size moves all batches behind it.
    connect(&set, &DraftRecordSet::batchChanged, this,
            [this](int batch) { Q_EMIT dataChanged(index(batch, 0), index(rowCount() - 1, ColumnCount - 1)); });
    connect(&set, &DraftRecordSet::remarksCame, this, [this] {
        if (rowCount() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    });
}

int DraftBatchListModel::add(int format, std::int64_t time) {
    DraftBatch batch = DraftBatch::empty(format, time);
    DraftStruct record = batch.newRecord();
    if (format == 1 && time >= 0) {
        setDraftField(record, "timestamp", time);
    }
    batch.insertRecord(0, std::move(record));
    m_set.insert(m_set.count(), std::move(batch));
    return m_set.count() - 1;
}

int DraftBatchListModel::duplicate(int row) {
    if (!isRow(row)) {
        return -1;
    }
    m_set.insert(row + 1, m_set.batch(row).clone());
    return row + 1;
}

int DraftBatchListModel::move(int row, int by) {
    if (!isRow(row) || !isRow(row + by) || by == 0) {
        return -1;
    }
    m_set.move(row, row + by);
    return row + by;
}

int DraftBatchListModel::remove(int row) {
    if (!isRow(row)) {
        return -1;
    }
    m_set.remove(row);
    return std::min(row, m_set.count() - 1);
}

int DraftBatchListModel::readAnyway(int row) {
    auto read = isRow(row) ? brokerscope::readAnyway(m_set.batch(row), m_set.limits()) : std::nullopt;
    if (!read) {
        return -1;
    }
    m_set.replace(row, std::move(*read));
    return row;
}

int DraftBatchListModel::keepAsBytes(int row) {
    if (!isRow(row) || m_set.batch(row).format == DraftBatch::kRaw) {
        return -1;
    }
    m_set.replace(row, DraftBatch::ofBytes(*m_set.tree(row)->bytes));
    return row;
}

int DraftBatchListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_set.count();
}

int DraftBatchListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags DraftBatchListModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool hasFormat =
        index.isValid() && index.column() == FormatColumn && m_set.batch(index.row()).format != DraftBatch::kRaw;
    return hasFormat ? flags | Qt::ItemIsEditable : flags;
}

QString DraftBatchListModel::text(int row, int column) const {
    const DraftBatch& batch = m_set.batch(row);
    const bool isRaw = batch.format == DraftBatch::kRaw;
    switch (column) {
        case NumberColumn:
            return QString::number(row);
        case FormatColumn:
            return isRaw ? tr("bytes") : QStringLiteral("v%1").arg(batch.format);
        case CodecColumn:
            return codecChoice(batch);
        case CountColumn:
            return isRaw ? QString() : grouped(batch.recordCount());
        default:
            return QStringLiteral("%1+%2").arg(m_set.offsetOf(row)).arg(m_set.tree(row)->bytes->size());
    }
}

QVariant DraftBatchListModel::editorData(int column, int role) const {
    if (column != FormatColumn) {
        return role == EditorRole ? QVariant(static_cast<int>(EditorKind::None)) : QVariant();
    }
    if (role == EditorRole) {
        return static_cast<int>(EditorKind::Enumeration);
    }
    return QVariantList{QVariant::fromValue(Choice{2, tr("record batch, Kafka 0.11 and later")}),
                        QVariant::fromValue(Choice{1, tr("message set, Kafka 0.10")}),
                        QVariant::fromValue(Choice{0, tr("message set, before Kafka 0.10")})};
}

int DraftBatchListModel::worstOf(int row) const {
    int worst = -1;
    for (const DraftRecordSet::Remark& remark : m_set.remarks()) {
        if (remark.batch == row) {
            worst = std::max(worst, static_cast<int>(remark.diagnostic.severity));
        }
    }
    return worst;
}

QVariant DraftBatchListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const DraftBatch& batch = m_set.batch(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(index.row(), index.column());
        case Qt::ToolTipRole:
            return batch.whyRaw.empty() ? text(index.row(), index.column())
                                        : tr("Kept as bytes: %1.").arg(QString::fromStdString(batch.whyRaw));
        case Qt::TextAlignmentRole:
            return batchAlignment(index.column());
        case Qt::EditRole:
            return index.column() == FormatColumn ? QVariant(qlonglong{batch.format}) : QVariant();
        case EditorRole:
        case ChoicesRole:
            return editorData(index.column(), role);
        case SeverityRole:
            return worstOf(index.row());
        case InVersionRole:
        case TouchedRole:
            return true;
        default:
            return {};
    }
}

bool DraftBatchListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const int format = value.toInt();
    if (!index.isValid() || role != Qt::EditRole || index.column() != FormatColumn || format < 0 || format > 2) {
        return false;
    }
    const int row = index.row();
    const DraftBatch& batch = m_set.batch(row);
    if (batch.format == DraftBatch::kRaw || batch.format == format) {
        return false;
    }
    FormatChange change = withFormat(batch, format);
    if (!change.lost.empty()) {
        QStringList lost;
        for (const std::string& one : change.lost) {
            lost.append(QString::fromStdString(one));
        }
        Q_EMIT editRefused(
            tr("Magic %1 has no place for %2: remove them first.").arg(format).arg(lost.join(tr(" and "))));
        return false;
    }
    m_set.replace(row, std::move(change.batch));
    return true;
}

QVariant DraftBatchListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return batchAlignment(section);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString titles[] = {tr("#"), tr("Magic"), tr("Compression"), tr("Records"), tr("Bytes")};
    return section >= 0 && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

}  // namespace brokerscope
