#include "ui/pages/traffic_model.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_digests.h"
#include "ui/pages/exchange_texts.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

namespace brokerscope {

namespace {

constexpr qint64 kSliceMs = 8;     // half a frame
constexpr qint64 kInsertMs = 100;  // views lay out and paint again for each batch
constexpr std::size_t kRowsAtOnce = 256;
constexpr std::size_t kRowsAsked = 64;  // of the filter in one piece of work

std::uint64_t numberOf(ExchangeId id) {
    return static_cast<std::uint64_t>(id);
}

}  // namespace

TrafficModel::TrafficModel(const ReadingContext& context, std::shared_ptr<const ExchangeStore> store, QObject* parent)
    : QAbstractTableModel(parent)
    , m_context(context)
    , m_store(std::move(store))
    , m_digests(new ExchangeDigests(context, this)) {
    m_more.setSingleShot(true);
    connect(&m_more, &QTimer::timeout, this, &TrafficModel::lookOn);
    connect(m_digests, &ExchangeDigests::came, this, &TrafficModel::showDigests);
    reload();
}

void TrafficModel::setStore(std::shared_ptr<const ExchangeStore> store) {
    m_store = std::move(store);
    m_digests->clear();
    m_texts.clear();
    reload();
}

void TrafficModel::append() {
    lookOn();
}

void TrafficModel::lookOn() {
    dropEvicted();
    lookAtSome();
    if (!m_more.isActive() || m_inserted.elapsed() >= kInsertMs) {
        insertFound();
        Q_EMIT lookedOn();
    }
}

void TrafficModel::insertFound() {
    const auto gone =
        std::find_if(m_found.begin(), m_found.end(), [this](const Row& row) { return numberOf(row->id) > m_evicted; });
    m_found.erase(m_found.begin(), gone);
    showRows(m_rows.size(), m_found);
    m_found.clear();
    m_inserted.start();
}

void TrafficModel::showRows(std::size_t at, const std::vector<Row>& rows) {
    if (rows.empty()) {
        return;
    }
    const auto first = static_cast<int>(at);
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.begin() + first, rows.begin(), rows.end());
    endInsertRows();
}

// At exchanges that were not looked at before, as many as there is time for; the others follow.
void TrafficModel::lookAtSome() {
    if (m_filter.filter != nullptr) {
        askFilter();
        return;
    }
    QElapsedTimer clock;
    clock.start();
    bool isEnd = false;
    do {
        const std::vector<Row> rows = m_store->since(m_last, kRowsAtOnce);
        isEnd = rows.size() < kRowsAtOnce;
        if (!rows.empty()) {
            m_last = rows.back()->id;
        }
        m_digests->read(rows);
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(m_found),
                     [this](const Row& row) { return matches(*row); });
    } while (!isEnd && clock.elapsed() < kSliceMs);
    if (isEnd) {
        m_more.stop();
    } else {
        m_more.start(0);
    }
}

// One piece of work after the other: filters may decode whole messages.
void TrafficModel::askFilter() {
    if (m_asking.isRunning()) {
        return;
    }
    std::vector<Row> rows = m_store->since(m_last, kRowsAsked);
    if (rows.empty()) {
        return;
    }
    m_digests->read(rows);
    std::vector<std::string> texts(rows.size());
    if (m_filter.looksAtRow) {
        std::ranges::transform(rows, texts.begin(), [this](const Row& row) { return allTexts(*row).toStdString(); });
    }
    m_asking.start(
        this,
        [&registry = m_context.registry(), filter = m_filter, rows, texts](const CancelToken& cancel) {
            std::vector<bool> holds(rows.size(), false);
            for (std::size_t i = 0; i < rows.size() && !cancel.isCancelled(); ++i) {
                holds[i] = filter.matches(registry, *rows[i], texts[i]);
            }
            return holds;
        },
        [this, rows](const std::vector<bool>& holds) { takeAsked(rows, holds); });
}

void TrafficModel::takeAsked(const std::vector<Row>& rows, const std::vector<bool>& holds) {
    m_last = rows.back()->id;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (holds[i] && (m_showInternal || !rows[i]->internal)) {
            m_found.push_back(rows[i]);
        }
    }
    lookOn();
}

// Ids ascend from 1 without gaps and the oldest go first, so the number of evicted ones is the highest id among them.
void TrafficModel::dropEvicted() {
    m_evicted = m_store->status().evicted;
    m_digests->dropUpTo(ExchangeId{m_evicted});
    m_texts.dropUpTo(ExchangeId{m_evicted});
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

void TrafficModel::setFilter(TrafficFilter filter) {
    if (filter != m_filter) {
        m_filter = std::move(filter);
        reload();
    }
}

void TrafficModel::setShowInternal(bool show) {
    m_showInternal = show;
    reload();
}

// By ids: the store goes on while it is asked one thing after the other.
std::uint64_t TrafficModel::hiddenCount() const {
    const std::uint64_t looked = std::max(numberOf(m_last), m_evicted) - m_evicted;
    return looked - std::min<std::uint64_t>(looked, m_rows.size() + m_found.size());
}

std::uint64_t TrafficModel::waitingCount() const {
    return m_more.isActive() || m_asking.isRunning()
               ? m_store->status().appended - std::max(numberOf(m_last), m_evicted)
               : 0;
}

void TrafficModel::reload() {
    m_asking.cancel();
    m_more.stop();
    beginResetModel();
    m_rows.clear();
    m_last = ExchangeId::None;
    m_evicted = m_store->status().evicted;
    m_found.clear();
    lookAtSome();
    m_rows.assign(m_found.begin(), m_found.end());
    m_found.clear();
    m_inserted.start();
    endResetModel();
    Q_EMIT lookedOn();
}

bool TrafficModel::matches(const Exchange& exchange) {
    if (exchange.internal && !m_showInternal) {
        return false;
    }
    if (m_filter.filter != nullptr) {
        // It was asked already; only its texts can be others now.
        return m_filter.looksAtRow &&
               m_filter.matches(m_context.registry(), exchange, allTexts(exchange).toStdString());
    }
    return m_filter.words.empty() || m_texts.haveAll(exchange.id, m_filter.words, [&] { return allTexts(exchange); });
}

// No word goes over the end of a column.
QString TrafficModel::allTexts(const Exchange& exchange) const {
    QString texts;
    for (int column = 0; column < ColumnCount; ++column) {
        texts += text(exchange, column);
        texts += QLatin1Char('\n');
    }
    return texts;
}

void TrafficModel::showDigests(const std::vector<Row>& rows) {
    insertFound();
    int firstChanged = rowCount();
    int lastChanged = -1;
    for (const Row& row : rows) {
        m_texts.forget(row->id);
        const std::size_t at = positionOf(row->id);
        if (at < m_rows.size() && m_rows[at]->id == row->id) {
            firstChanged = std::min(firstChanged, static_cast<int>(at));
            lastChanged = std::max(lastChanged, static_cast<int>(at));
        } else if (numberOf(row->id) > m_evicted && row->id <= m_last && matches(*row)) {
            showRows(at, {row});
        }
    }
    if (lastChanged >= 0) {
        Q_EMIT dataChanged(index(firstChanged, SummaryColumn), index(lastChanged, SummaryColumn));
    }
}

QString TrafficModel::summary(const Exchange& exchange) const {
    const QString text = summaryBesideError(m_context.registry(), exchange);
    const QString digest = m_digests->of(exchange.id);
    // The digest says where and why an answer could not be read.
    if (isOddlyRead(exchange) && !digest.isEmpty()) {
        return QStringLiteral("%1 · %2").arg(text, digest);
    }
    return text.isEmpty() ? digest : text;
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
            return apiText(m_context.registry(), exchange);
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
            return errorText(m_context.registry(), exchange);
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
        case OutcomeRole:
            return static_cast<int>(outcomeKind(*row));
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
