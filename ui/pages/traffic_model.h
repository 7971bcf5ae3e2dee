#pragma once

#include "core/exchange/exchange_store.h"
#include "core/schema/schema_registry.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"
#include "ui/pages/filter_texts.h"
#include "ui/pages/traffic_filter.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QTimer>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

class ExchangeDigests;

// The exchanges of a store as rows, oldest first: those that the store keeps and the filter lets through. They are
// looked at for a few milliseconds at a time, at once when append() is called or the filter changes and then whenever
// the event loop has nothing else to do, and inserted in batches; what the store evicted is removed. A filter of more
// than words is asked on a thread of the pool. What a good exchange was about is read there too and follows a little
// later; a row that the filter lets through only then is inserted then. GUI thread. The registry must outlive it and
// the work of the pool.
class TrafficModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        TimeColumn,
        ConnectionColumn,
        BrokerColumn,
        ApiColumn,
        VersionColumn,
        CorrelationColumn,
        RequestColumn,
        ResponseColumn,
        LatencyColumn,
        ErrorColumn,
        SummaryColumn,
        ColumnCount
    };
    enum Role : int {
        ExchangeIdRole = Qt::UserRole + 1,  // qulonglong
        InternalRole,                       // bool: sent by the program for itself
        ProblemRole,                        // bool: an error code, a failure, bytes left over
        OutcomeRole                         // int: StatusKind, how bad it is
    };

    TrafficModel(const ReadingContext& context, std::shared_ptr<const ExchangeStore> store, QObject* parent = nullptr);

    // Shows the exchanges of another store.
    void setStore(std::shared_ptr<const ExchangeStore> store);
    // Takes over what is new in the store.
    void append();
    // Shows what the filter lets through; words are looked for in every column, in any case.
    void setFilter(TrafficFilter filter);
    void setShowInternal(bool show);

    std::shared_ptr<const Exchange> exchange(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(ExchangeId id) const;                                  // invalid where it is not shown
    std::uint64_t hiddenCount() const;                                         // kept and looked at, but not shown
    std::uint64_t waitingCount() const;                                        // kept, but not looked at yet

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void lookedOn();  // further through the store

private:
    using Row = std::shared_ptr<const Exchange>;

    void reload();
    void lookOn();
    void lookAtSome();
    void askFilter();
    void takeAsked(const std::vector<Row>& rows, const std::vector<bool>& holds);
    void insertFound();
    void showRows(std::size_t at, const std::vector<Row>& rows);
    void showDigests(const std::vector<Row>& rows);
    std::size_t positionOf(ExchangeId id) const;
    QString summary(const Exchange& exchange) const;
    void dropEvicted();
    bool matches(const Exchange& exchange);
    QString allTexts(const Exchange& exchange) const;
    QString text(const Exchange& exchange, int column) const;

    ReadingContext m_context;
    std::shared_ptr<const ExchangeStore> m_store;
    std::deque<Row> m_rows;
    std::vector<Row> m_found;              // to be inserted with the next batch
    QElapsedTimer m_inserted;              // since the last one
    ExchangeId m_last = ExchangeId::None;  // that was looked at
    std::uint64_t m_evicted = 0;           // exchanges, the oldest ones
    ExchangeDigests* m_digests = nullptr;
    FilterTexts m_texts;
    TrafficFilter m_filter;
    LatestWork m_asking;  // the filter, of the next rows
    QTimer m_more;
    bool m_showInternal = true;
};

}  // namespace brokerscope
