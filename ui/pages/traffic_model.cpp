#include "ui/pages/traffic_model.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

TrafficModel::TrafficModel(const SchemaRegistry& registry, std::shared_ptr<const ExchangeStore> store, QObject* parent)
    : QAbstractTableModel(parent), m_registry(registry), m_store(std::move(store)) {
    reload();
}

void TrafficModel::append() {
    dropEvicted();
    const std::vector<Row> added = m_store->since(m_last);
    if (added.empty()) {
        return;
    }
    m_last = added.back()->id;
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
    const ExchangeStoreStatus status = m_store->status();
    m_seen = status.kept;
    const auto kept = std::find_if(m_rows.begin(), m_rows.end(), [&status](const Row& row) {
        return static_cast<std::uint64_t>(row->id) > status.evicted;
    });
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

void TrafficModel::reload() {
    beginResetModel();
    m_rows.clear();
    const std::vector<Row> all = m_store->since(ExchangeId::None);
    m_seen = all.size();
    m_last = all.empty() ? ExchangeId::None : all.back()->id;
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

std::shared_ptr<const Exchange> TrafficModel::exchange(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? m_rows[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex TrafficModel::indexOf(ExchangeId id) const {
    const auto row = std::lower_bound(m_rows.begin(), m_rows.end(), id,
                                      [](const Row& candidate, ExchangeId wanted) { return candidate->id < wanted; });
    const bool found = row != m_rows.end() && (*row)->id == id;
    return found ? index(static_cast<int>(std::distance(m_rows.begin(), row)), 0) : QModelIndex();
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
            return summaryText(m_registry, exchange);
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
