#include "ui/pages/topic_rows_model.h"

#include "ui/models/value_format.h"
#include "ui/pages/topic_words.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kRowsOfOneLook = 50'000;

bool isNumberOfRow(int column) {
    return column == TopicRowsModel::PartitionColumn || column == TopicRowsModel::OffsetColumn ||
           column == TopicRowsModel::SizeColumn;
}

}  // namespace

TopicRowsModel::TopicRowsModel(Limits limits, QObject* parent) : QAbstractTableModel(parent), m_limits(limits) {}

void TopicRowsModel::begin(TopicRowContext context) {
    m_looking.cancel();
    beginResetModel();
    m_context = std::move(context);
    m_pieces.clear();
    m_shown.clear();
    m_gonePieces = m_dropped = m_kept = m_evicted = m_bytes = 0;
    m_transactions.clear();
    m_hasTransactions = false;
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    Q_EMIT lookedOn();
}

void TopicRowsModel::append(const std::vector<SharedTopicPiece>& pieces) {
    bool isDecided = false;
    for (const SharedTopicPiece& piece : pieces) {
        m_pieces.push_back(piece);
        m_kept += piece->rows.size();
        m_bytes += piece->footprint();
        m_transactions.note(piece->decided);
        isDecided = isDecided || !piece->decided.empty();
        m_hasTransactions = m_hasTransactions || std::ranges::any_of(piece->batches, &TopicBatch::isTransactional);
    }
    evict();
    look();
    if (isDecided && rowCount() > 0) {
        Q_EMIT dataChanged(index(0, TransactionColumn), index(rowCount() - 1, TransactionColumn));
    }
}

void TopicRowsModel::setFilter(Filter filter) {
    m_looking.cancel();
    beginResetModel();
    m_filter = std::move(filter);
    m_shown.clear();
    m_dropped = 0;
    endResetModel();
    look();
    Q_EMIT lookedOn();
}

// Without a filter all is shown at once; else the pool looks through some of it, and goes on from there.
void TopicRowsModel::look() {
    if (m_filter.isEmpty()) {
        while (m_shown.size() < m_pieces.size()) {
            show({}, true);
        }
        Q_EMIT lookedOn();
        return;
    }
    if (m_looking.isRunning() || m_shown.size() == m_pieces.size()) {
        return;
    }
    std::vector<SharedTopicPiece> pieces;
    std::size_t rows = 0;
    for (std::size_t i = m_shown.size(); i < m_pieces.size() && rows < kRowsOfOneLook; ++i) {
        pieces.push_back(m_pieces[i]);
        rows += m_pieces[i]->rows.size();
    }
    m_looking.start(
        this,
        [pieces, filter = m_filter, context = m_context](const CancelToken& cancel) {
            TopicRowFields fields(context);
            Found found;
            for (const SharedTopicPiece& piece : pieces) {
                found.push_back(matchingRows(filter, *piece, fields, cancel));
            }
            return found;
        },
        [this, first = m_gonePieces + m_shown.size()](const Found& found) { take(first, found); });
}

// Pieces may have been dropped meanwhile.
void TopicRowsModel::take(std::uint64_t first, const Found& found) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (first + i == m_gonePieces + m_shown.size()) {
            show(found[i], false);
        }
    }
    Q_EMIT lookedOn();
    look();
}

void TopicRowsModel::show(std::vector<std::uint32_t> rows, bool isWhole) {
    const SharedTopicPiece& piece = m_pieces[m_shown.size()];
    const std::size_t count = isWhole ? piece->rows.size() : rows.size();
    const std::uint64_t end = lastEnd() + count;
    if (count > 0) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(count) - 1);
    }
    m_shown.push_back({isWhole, std::move(rows), end});
    if (count > 0) {
        endInsertRows();
    }
}

void TopicRowsModel::evict() {
    while (m_pieces.size() > 1 && (m_kept > m_limits.rows || m_bytes > m_limits.bytes)) {
        const SharedTopicPiece piece = m_pieces.front();
        const auto gone = m_shown.empty() ? 0 : static_cast<int>(m_shown.front().end - m_dropped);
        if (gone > 0) {
            beginRemoveRows({}, 0, gone - 1);
        }
        m_pieces.pop_front();
        ++m_gonePieces;
        if (!m_shown.empty()) {
            m_dropped = m_shown.front().end;
            m_shown.pop_front();
        }
        m_kept -= piece->rows.size();
        m_evicted += piece->rows.size();
        m_bytes -= piece->footprint();
        if (gone > 0) {
            endRemoveRows();
        }
    }
}

TopicRowsModel::Place TopicRowsModel::place(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const std::uint64_t wanted = m_dropped + static_cast<std::uint64_t>(index.row());
    const auto at = std::ranges::upper_bound(m_shown, wanted, {}, &Shown::end);
    const auto number = static_cast<std::size_t>(at - m_shown.begin());
    const std::uint64_t before = number == 0 ? m_dropped : m_shown[number - 1].end;
    const auto within = static_cast<std::size_t>(wanted - before);
    const SharedTopicPiece& piece = m_pieces[number];
    return {piece, &piece->rows[at->isWhole ? within : at->rows[within]]};
}

QModelIndex TopicRowsModel::indexOf(const SharedTopicPiece& piece, std::uint32_t row) const {
    const auto found = std::ranges::find(m_pieces, piece);
    const auto number = static_cast<std::size_t>(found - m_pieces.begin());
    if (found == m_pieces.end() || number >= m_shown.size()) {
        return {};
    }
    const Shown& shown = m_shown[number];
    const std::uint64_t before = number == 0 ? m_dropped : m_shown[number - 1].end;
    const std::uint64_t within =
        shown.isWhole ? row
                      : static_cast<std::uint64_t>(std::ranges::lower_bound(shown.rows, row) - shown.rows.begin());
    const std::uint64_t at = before - m_dropped + within;
    return at < static_cast<std::uint64_t>(rowCount()) ? index(static_cast<int>(at), 0) : QModelIndex();
}

std::vector<ChosenRows> TopicRowsModel::shownRows() const {
    std::vector<ChosenRows> all;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        ChosenRows chosen{m_pieces[i], m_shown[i].rows};
        if (m_shown[i].isWhole) {
            chosen.rows.resize(chosen.piece->rows.size());
            for (std::uint32_t row = 0; row < chosen.rows.size(); ++row) {
                chosen.rows[row] = row;
            }
        }
        all.push_back(std::move(chosen));
    }
    return all;
}

std::uint64_t TopicRowsModel::waitingCount() const {
    std::uint64_t rows = 0;
    for (std::size_t i = m_shown.size(); i < m_pieces.size(); ++i) {
        rows += m_pieces[i]->rows.size();
    }
    return rows;
}

int TopicRowsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lastEnd() - m_dropped);
}

int TopicRowsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TopicRowsModel::text(const Place& place, int column) const {
    const TopicRow& row = *place.row;
    const auto text = [&place](PieceText kept) {
        const std::string_view view = place.piece->text(kept);
        return visibleText(QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())));
    };
    switch (column) {
        case PartitionColumn:
            return QString::number(place.batch().partition);
        case OffsetColumn:
            return place.batch().place.checkpoint < 0 ? QString::number(row.offset) : tr("snapshot %1").arg(row.offset);
        case TimeColumn:
            return momentText(row.timestamp);
        case TypeColumn:
            return QString::fromStdString(place.piece->typeOf(row));
        case AboutColumn:
            return text(row.about);
        case SaysColumn:
            return text(row.says);
        case SizeColumn:
            return grouped(std::int64_t{std::max(row.keySize, 0)} + std::max(row.valueSize, 0));
        case TransactionColumn:
            return transactionWord(state(place.batch()));
        default:
            return {};
    }
}

QVariant TopicRowsModel::data(const QModelIndex& index, int role) const {
    const Place found = place(index);
    if (!found.isValid()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return text(found, index.column());
        case Qt::ToolTipRole:
            return index.column() == AboutColumn || index.column() == SaysColumn
                       ? text(found, index.column())
                       : batchSentence(found.batch(), state(found.batch()));
        case Qt::TextAlignmentRole:
            return isNumberOfRow(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        case TombstoneRole:
            return found.row->isTombstone;
        case ControlRole:
            return found.batch().isControl;
        case FaultyRole:
            return found.row->isFaulty || found.batch().isFaulty;
        case StateRole:
            return static_cast<int>(state(found.batch()));
        default:
            return {};
    }
}

QVariant TopicRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfRow(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const bool isInternal = !m_context.decodedAs.empty();
    const QStringList titles{
        tr("Part."), tr("Offset"), tr("Timestamp"),  tr("Type"), isInternal ? tr("About") : tr("Key"),
        tr("Value"), tr("Bytes"),  tr("Transaction")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
