#include "ui/pages/batch_list_model.h"

#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isNumberOfBatch(int column) {
    return column == BatchListModel::PositionColumn || column == BatchListModel::RecordsColumn ||
           column == BatchListModel::SizeColumn;
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

}  // namespace

void BatchListModel::clear() {
    beginResetModel();
    m_pieces.clear();
    m_faults.clear();
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
        m_problems += batch.remark && batch.remark->severity != Severity::Note ? 1 : 0;
    }
    endInsertRows();
}

void BatchListModel::addFaults(const std::vector<BatchFault>& faults) {
    for (const BatchFault& found : faults) {
        const int row = static_cast<int>(found.row);
        const QModelIndex first = index(row, 0);
        const OutlinedBatch* of = batch(first);
        if (of == nullptr) {
            continue;
        }
        m_problems += isProblem(*of, row) ? 0 : 1;
        m_faults.insert_or_assign(row, found.remark);
        Q_EMIT dataChanged(first, index(row, ColumnCount - 1));
    }
}

const Diagnostic* BatchListModel::fault(int row) const {
    const auto found = m_faults.find(row);
    return found != m_faults.end() ? &found->second : nullptr;
}

bool BatchListModel::isProblem(const OutlinedBatch& batch, int row) const {
    return fault(row) != nullptr || (batch.remark && batch.remark->severity != Severity::Note);
}

QString BatchListModel::remarkText(const OutlinedBatch& batch, int row) const {
    QStringList texts;
    for (const Diagnostic* remark : {fault(row), batch.remark ? &*batch.remark : nullptr}) {
        if (remark != nullptr) {
            texts.append(QString::fromStdString(remark->text()));
        }
    }
    if (texts.isEmpty() && batch.isControl) {
        texts.append(tr("control batch, never delivered to consumers"));
    }
    return texts.join(QStringLiteral("; "));
}

QString BatchListModel::text(const OutlinedBatch& batch, const QModelIndex& index) const {
    switch (index.column()) {
        case PositionColumn:
            return grouped(static_cast<std::int64_t>(batch.position));
        case OffsetsColumn:
            return offsetsText(batch);
        case RecordsColumn:
            return batch.records ? grouped(*batch.records) : QString();
        case SizeColumn:
            return grouped(static_cast<std::int64_t>(batch.size));
        case TimeColumn:
            return momentText(batch.maxTimestamp);
        case ProducerColumn:
            return batch.producerId < 0 ? QString() : QString::number(batch.producerId);
        default:
            return remarkText(batch, index.row());
    }
}

// What the colour of a row says, for those who do not see it.
QVariant BatchListModel::accessibleText(const OutlinedBatch& batch, const QModelIndex& index) const {
    const bool isTold = index.column() == RemarkColumn && isProblem(batch, index.row());
    return isTold ? tr("Problem: %1").arg(text(batch, index)) : QVariant();
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
            return text(*found, index);
        case Qt::AccessibleTextRole:
            return accessibleText(*found, index);
        case Qt::AccessibleDescriptionRole:
            return isProblem(*found, index.row()) ? remarkText(*found, index.row()) : QVariant();
        case Qt::TextAlignmentRole:
            return isNumberOfBatch(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                                   : QVariant();
        case ProblemRole:
            return isProblem(*found, index.row());
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
