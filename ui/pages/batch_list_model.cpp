#include "ui/pages/batch_list_model.h"

#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isNumberOfBatch(int column) {
    return column == BatchListModel::PositionColumn || column == BatchListModel::RecordsColumn ||
           column == BatchListModel::SizeColumn;
}

bool isProblem(const OutlinedBatch& batch) {
    return batch.remark && batch.remark->severity != Severity::Note;
}

QString offsetsText(const OutlinedBatch& batch) {
    switch (batch.kind) {
        case EntryKind::Batch:
            return batch.baseOffset == batch.lastOffset
                       ? QString::number(batch.baseOffset)
                       : BatchListModel::tr("%1 to %2").arg(batch.baseOffset).arg(batch.lastOffset);
        case EntryKind::Message:
            return QString::number(batch.baseOffset);
        case EntryKind::Partial:
            return BatchListModel::tr("cut off");
        case EntryKind::UnknownMagic:
            return BatchListModel::tr("unknown format");
        case EntryKind::Invalid:
            break;
    }
    return BatchListModel::tr("no batch");
}

QString remarkText(const OutlinedBatch& batch) {
    if (batch.remark) {
        return QString::fromStdString(batch.remark->text());
    }
    return batch.isControl ? BatchListModel::tr("control batch, never delivered to consumers") : QString();
}

QString text(const OutlinedBatch& batch, int column) {
    switch (column) {
        case BatchListModel::PositionColumn:
            return grouped(static_cast<std::int64_t>(batch.position));
        case BatchListModel::OffsetsColumn:
            return offsetsText(batch);
        case BatchListModel::RecordsColumn:
            return batch.records ? grouped(*batch.records) : QString();
        case BatchListModel::SizeColumn:
            return grouped(static_cast<std::int64_t>(batch.size));
        case BatchListModel::TimeColumn:
            return momentText(batch.maxTimestamp);
        case BatchListModel::ProducerColumn:
            return batch.producerId < 0 ? QString() : QString::number(batch.producerId);
        default:
            return remarkText(batch);
    }
}

}  // namespace

void BatchListModel::clear() {
    beginResetModel();
    m_pieces.clear();
    m_ends.clear();
    m_records = 0;
    m_problems = 0;
    endResetModel();
}

void BatchListModel::append(const Piece& piece) {
    if (piece == nullptr || piece->empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(piece->size()) - 1);
    m_pieces.push_back(piece);
    m_ends.push_back(static_cast<std::size_t>(first) + piece->size());
    for (const OutlinedBatch& batch : *piece) {
        m_records += static_cast<std::uint64_t>(std::max<std::int64_t>(batch.records.value_or(0), 0));
        m_problems += isProblem(batch) ? 1 : 0;
    }
    endInsertRows();
}

const OutlinedBatch* BatchListModel::batch(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return nullptr;
    }
    const auto row = static_cast<std::size_t>(index.row());
    const auto end = std::ranges::upper_bound(m_ends, row);
    const auto piece = static_cast<std::size_t>(end - m_ends.begin());
    return &(*m_pieces[piece])[row - (piece == 0 ? 0 : m_ends[piece - 1])];
}

int BatchListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_ends.empty() ? 0 : static_cast<int>(m_ends.back());
}

int BatchListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BatchListModel::data(const QModelIndex& index, int role) const {
    const OutlinedBatch* found = batch(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return text(*found, index.column());
        case Qt::TextAlignmentRole:
            return isNumberOfBatch(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                                   : QVariant();
        case ProblemRole:
            return isProblem(*found);
        default:
            return {};
    }
}

QVariant BatchListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfBatch(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Position"),      tr("Offsets"),  tr("Records"), tr("Bytes"),
                             tr("Max timestamp"), tr("Producer"), tr("Remark")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
