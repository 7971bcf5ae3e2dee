#include "ui/pages/traffic_model.h"

#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_digest.h"
#include "ui/pages/exchange_texts.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

namespace {

std::uint64_t numberOf(ExchangeId id) {
    return static_cast<std::uint64_t>(id);
}

}  // namespace

TrafficModel::TrafficModel(const SchemaRegistry& registry, std::shared_ptr<const ExchangeStore> store, QObject* parent)
    : QAbstractTableModel(parent), m_registry(registry), m_store(std::move(store)) {
    reload();
}

void TrafficModel::setStore(std::shared_ptr<const ExchangeStore> store) {
    m_store = std::move(store);
    m_digests.clear();
    m_lastRead = ExchangeId::None;
    reload();
}

void TrafficModel::append() {
    dropEvicted();
    const std::vector<Row> added = m_store->since(m_last);
    if (added.empty()) {
        return;
    }
    m_last = added.back()->id;
    readDigests(added);
    std::vector<Row> shown;
    std::copy_if(added.begin(), added.end(), std::back_inserter(shown),
                 [this](const Row& row) { return matches(*row); });
    if (shown.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(shown.size()) - 1);
    m_rows.insert(m_rows.end(), shown.begin(), shown.end());
    endInsertRows();
}

// Ids ascend from 1 without gaps and the oldest go first, so the number of evicted ones is the highest id among them.
void TrafficModel::dropEvicted() {
    m_evicted = m_store->status().evicted;
    m_digests.erase(m_digests.begin(), m_digests.upper_bound(ExchangeId{m_evicted}));
    const auto kept =
        std::find_if(m_rows.begin(), m_rows.end(), [this](const Row& row) { return numberOf(row->id) > m_evicted; });
    const auto dropped = static_cast<int>(std::distance(m_rows.begin(), kept));
    if (dropped == 0) {
        return;
    }
    beginRemoveRows({}, 0, dropped - 1);
    m_rows.erase(m_rows.begin(), kept);
    endRemoveRows();
}

void TrafficModel::setFilterText(const QString& text) {
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    reload();
}

void TrafficModel::setShowInternal(bool show) {
    m_showInternal = show;
    reload();
}

// By ids: the store goes on while it is asked one thing after the other.
std::uint64_t TrafficModel::hiddenCount() const {
    const std::uint64_t kept = std::max(numberOf(m_last), m_evicted) - m_evicted;
    return kept - std::min<std::uint64_t>(kept, m_rows.size());
}

void TrafficModel::reload() {
    beginResetModel();
    m_rows.clear();
    m_evicted = m_store->status().evicted;
    const std::vector<Row> all = m_store->since(ExchangeId::None);
    m_last = all.empty() ? ExchangeId::None : all.back()->id;
    readDigests(all);
    std::copy_if(all.begin(), all.end(), std::back_inserter(m_rows), [this](const Row& row) { return matches(*row); });
    endResetModel();
}

bool TrafficModel::matches(const Exchange& exchange) const {
    if (exchange.internal && !m_showInternal) {
        return false;
    }
    return std::all_of(m_words.begin(), m_words.end(), [this, &exchange](const QString& word) {
        for (int column = 0; column < ColumnCount; ++column) {
            if (text(exchange, column).contains(word, Qt::CaseInsensitive)) {
                return true;
            }
        }
        return false;
    });
}

// Each is read once. Those that say an error or a reason need no more.
void TrafficModel::readDigests(const std::vector<Row>& rows) {
    std::vector<Row> unread;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(unread),
                 [this](const Row& row) { return row->id > m_lastRead && summaryText(m_registry, *row).isEmpty(); });
    m_lastRead = std::max(m_lastRead, m_last);
    if (unread.empty()) {
        return;
    }
    const auto reading = onPool([&registry = m_registry, unread] {
        Digests digests;
        for (const Row& row : unread) {
            digests.emplace(row->id, exchangeDigest(registry, *row));
        }
        return digests;
    });
    whenDone(reading, this, [this, unread, store = m_store](const Digests& digests) {
        if (store == m_store) {
            takeDigests(unread, digests);
        }
    });
}

void TrafficModel::takeDigests(const std::vector<Row>& rows, const Digests& digests) {
    m_digests.insert(digests.upper_bound(ExchangeId{m_evicted}), digests.end());
    for (const Row& row : rows) {
        const auto at = static_cast<int>(positionOf(row->id));
        const bool isShown = at < rowCount() && m_rows[static_cast<std::size_t>(at)]->id == row->id;
        if (isShown) {
            const QModelIndex cell = index(at, SummaryColumn);
            Q_EMIT dataChanged(cell, cell);
        } else if (numberOf(row->id) > m_evicted && matches(*row)) {
            beginInsertRows({}, at, at);
            m_rows.insert(m_rows.begin() + at, row);
            endInsertRows();
        }
    }
}

QString TrafficModel::summary(const Exchange& exchange) const {
    const QString text = summaryText(m_registry, exchange);
    const auto digest = text.isEmpty() ? m_digests.find(exchange.id) : m_digests.end();
    return digest != m_digests.end() ? digest->second : text;
}

std::shared_ptr<const Exchange> TrafficModel::exchange(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? m_rows[static_cast<std::size_t>(index.row())] : nullptr;
}

// The row of that id, or where it would stand.
std::size_t TrafficModel::positionOf(ExchangeId id) const {
    const auto row = std::lower_bound(m_rows.begin(), m_rows.end(), id,
                                      [](const Row& candidate, ExchangeId wanted) { return candidate->id < wanted; });
    return static_cast<std::size_t>(std::distance(m_rows.begin(), row));
}

QModelIndex TrafficModel::indexOf(ExchangeId id) const {
    const std::size_t at = positionOf(id);
    const bool found = at < m_rows.size() && m_rows[at]->id == id;
    return found ? index(static_cast<int>(at), 0) : QModelIndex();
}

int TrafficModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrafficModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TrafficModel::text(const Exchange& exchange, int column) const {
    switch (column) {
        case TimeColumn:
            return wallTimeText(exchange);
        case ConnectionColumn:
            return QString::number(static_cast<std::uint32_t>(exchange.connection));
        case BrokerColumn:
            return brokerText(exchange);
        case ApiColumn:
            return apiText(m_registry, exchange);
        case VersionColumn:
            return exchange.apiVersion ? QStringLiteral("v%1").arg(*exchange.apiVersion) : QString();
        case CorrelationColumn:
            return exchange.correlationId ? QString::number(*exchange.correlationId) : QString();
        case RequestColumn:
            return exchange.request ? bytesCountText(exchange.requestBytes()) : QString();
        case ResponseColumn:
            return exchange.response ? bytesCountText(exchange.responseBytes()) : QString();
        case LatencyColumn:
            return millisText(timingOf(exchange.times).totalMs);
        case ErrorColumn:
            return errorText(m_registry, exchange);
        case SummaryColumn:
            return summary(exchange);
        default:
            return {};
    }
}

QVariant TrafficModel::data(const QModelIndex& index, int role) const {
    const Row row = exchange(index);
    if (!row) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return text(*row, index.column());
        case Qt::ToolTipRole:
            if (index.column() == LatencyColumn) {
                return timingText(*row);
            }
            return index.column() == SummaryColumn && row->failure ? failureText(*row) : text(*row, index.column());
        case Qt::TextAlignmentRole:
            if (index.column() == ConnectionColumn ||
                (index.column() >= VersionColumn && index.column() <= LatencyColumn)) {
                return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
            }
            return {};
        case ExchangeIdRole:
            return QVariant::fromValue(static_cast<qulonglong>(row->id));
        case InternalRole:
            return row->internal;
        case ProblemRole:
            return hasProblem(*row);
        default:
            return {};
    }
}

QVariant TrafficModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole &&
        (section == ConnectionColumn || (section >= VersionColumn && section <= LatencyColumn))) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QStringList titles{tr("Time"),    tr("Conn."),       tr("Broker"),  tr("API"),
                             tr("Version"), tr("Correlation"), tr("Request"), tr("Response"),
                             tr("Latency"), tr("Error"),       tr("Summary")};
    return titles.value(section);
}

}  // namespace brokerscope
