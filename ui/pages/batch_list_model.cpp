#include "ui/pages/batch_list_model.h"

#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isNumberOfBatch(int column) {
    return column == BatchListModel::PositionColumn || column == BatchListModel::RecordsColumn ||
           column == BatchListModel::SizeColumn || column == BatchListModel::LeaderEpochColumn;
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

// "zstd"; nothing of those that are not compressed.
QString batchCodecOf(const OutlinedBatch& batch) {
    if (!batch.isEntry() || batch.compression == CompressionType::None) {
        return {};
    }
    const std::string_view name = batch.compression ? compressionName(*batch.compression) : std::string_view();
    return name.empty() ? BatchListModel::tr("unknown")
                        : QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

// "COMMIT", "transactional"; nothing of plain records.
QString batchKindOf(const OutlinedBatch& batch) {
    if (batch.control) {
        const std::string_view name = batch.control->name;
        return name.empty() ? BatchListModel::tr("control %1").arg(batch.control->type)
                            : QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    return batch.isControl         ? BatchListModel::tr("control")
           : batch.isTransactional ? BatchListModel::tr("transactional")
                                   : QString();
}

QString batchProducerOf(const OutlinedBatch& batch) {
    return batch.producerId < 0 ? QString() : QStringLiteral("%1/%2").arg(batch.producerId).arg(batch.producerEpoch);
}

}  // namespace

void BatchListModel::clear() {
    beginResetModel();
    m_pieces.clear();
    m_faults.clear();
    m_ends.clear();
    m_counts = {};
    m_problems = 0;
    endResetModel();
}

void BatchListModel::cutTo(int rows) {
    if (rows >= rowCount()) {
        return;
    }
    beginRemoveRows({}, rows, rowCount() - 1);
    const auto kept = static_cast<std::size_t>(rows);
    const auto piece = static_cast<std::size_t>(std::ranges::lower_bound(m_ends, kept) - m_ends.begin());
    const std::size_t before = piece == 0 ? 0 : m_ends[piece - 1];
    m_pieces.resize(kept == before ? piece : piece + 1);
    m_ends.resize(m_pieces.size());
    if (kept > before) {
        const auto first = m_pieces.back()->begin();
        m_pieces.back() = std::make_shared<const std::vector<OutlinedBatch>>(
            first, first + static_cast<std::ptrdiff_t>(kept - before));
        m_ends.back() = kept;
    }
    m_faults.erase(m_faults.lower_bound(rows), m_faults.end());
    countAgain();
    endRemoveRows();
}

BatchLists BatchListModel::piecesFrom(int row) const {
    BatchLists lists;
    std::size_t before = 0;
    for (std::size_t i = 0; i < m_pieces.size(); before = m_ends[i++]) {
        const std::size_t from = std::max(static_cast<std::size_t>(row), before) - before;
        if (from == 0) {
            lists.push_back(m_pieces[i]);
        } else if (from < m_pieces[i]->size()) {
            lists.push_back(std::make_shared<const std::vector<OutlinedBatch>>(
                m_pieces[i]->begin() + static_cast<std::ptrdiff_t>(from), m_pieces[i]->end()));
        }
    }
    return lists;
}

void BatchListModel::countAgain() {
    m_counts = {};
    m_problems = 0;
    int row = 0;
    for (const Piece& piece : m_pieces) {
        for (const OutlinedBatch& batch : *piece) {
            count(batch);
            m_problems += isProblem(batch, row++) ? 1 : 0;
        }
    }
}

void BatchListModel::count(const OutlinedBatch& batch) {
    const bool isLikely = batch.hasLikelyCount();
    m_counts.batches += batch.isEntry() ? 1 : 0;
    m_counts.records += isLikely ? static_cast<std::uint64_t>(batch.records.value_or(0)) : 0;
    m_counts.disbelieved += isLikely ? 0 : 1;
    m_counts.skipped += batch.kind == EntryKind::Invalid ? batch.size : 0;
    m_counts.isCutOff = batch.kind == EntryKind::Partial;
    m_counts.hasProducers = m_counts.hasProducers || batch.producerId >= 0;
    m_counts.hasKinds = m_counts.hasKinds || batch.isControl || batch.isTransactional;
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
        count(batch);
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
    if (batch.isEntry() && !batch.hasLikelyCount()) {
        texts.append(tr("so many records are not in these bytes and offsets"));
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
            return batchProducerOf(batch);
        case CodecColumn:
            return batchCodecOf(batch);
        case KindColumn:
            return batchKindOf(batch);
        case LeaderEpochColumn:
            return batch.kind == EntryKind::Batch ? QString::number(batch.leaderEpoch) : QString();
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
        case Qt::ToolTipRole:
            if (index.column() == KindColumn && found->isControl) {
                return tr("A control batch, never delivered to consumers");
            }
            return text(*found, index);
        case Qt::DisplayRole:
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
    const QStringList titles{tr("Position"), tr("Offsets"), tr("Records"),  tr("Bytes"), tr("Max timestamp"),
                             tr("Codec"),    tr("Kind"),    tr("Producer"), tr("Epoch"), tr("Remark")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
