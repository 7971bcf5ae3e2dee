#pragma once

#include "core/workbench/topic_export.h"
#include "core/workbench/topic_row_fields.h"
#include "core/workbench/transaction_states.h"
#include "ui/models/pool_work.h"

#include <QAbstractTableModel>

#include <deque>
#include <memory>
#include <vector>

namespace brokerscope {

// The records of one reading as rows, in the order in which they were read. Keeps at most kMostRows of them, and of
// their bytes as many as the limit says: the oldest pieces go first. A filter looks through the pieces on a thread of
// the pool, one after the other; what it lets through is inserted as it is found. GUI thread. The registry must outlive
// it and the work of the pool.
class TopicRowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        PartitionColumn,
        OffsetColumn,
        TimeColumn,
        TypeColumn,
        AboutColumn,
        SaysColumn,
        SizeColumn,
        TransactionColumn,
        ColumnCount
    };
    enum Role : int {
        TombstoneRole = Qt::UserRole + 1,  // bool
        ControlRole,                       // bool: written by brokers, never delivered
        FaultyRole,                        // bool
        StateRole                          // int: TransactionState
    };
    struct Limits {
        std::uint64_t rows = 1'000'000;
        std::uint64_t bytes = std::uint64_t{512} << 20;
    };
    // A row with what it belongs to; null: none.
    struct Place {
        SharedTopicPiece piece;
        const TopicRow* row = nullptr;

        bool isValid() const { return row != nullptr; }
        const TopicBatch& batch() const { return piece->batchOf(*row); }
    };

    explicit TopicRowsModel(QObject* parent = nullptr) : TopicRowsModel(Limits{}, parent) {}
    TopicRowsModel(Limits limits, QObject* parent);

    // Forgets everything; the rows that follow are of this topic. The filter stays.
    void begin(TopicRowContext context);
    void append(const std::vector<SharedTopicPiece>& pieces);
    void setFilter(Filter filter);

    Place place(const QModelIndex& index) const;
    // The row, or the next one that is shown; invalid where none is.
    QModelIndex indexOf(const SharedTopicPiece& piece, std::uint32_t row) const;
    TransactionState state(const TopicBatch& batch) const { return m_transactions.of(batch.transaction); }
    const TransactionStates& transactions() const { return m_transactions; }
    const TopicRowContext& context() const { return m_context; }
    const std::deque<SharedTopicPiece>& pieces() const { return m_pieces; }
    std::vector<ChosenRows> shownRows() const;

    std::uint64_t keptCount() const { return m_kept; }
    std::uint64_t evictedCount() const { return m_evicted; }
    std::uint64_t waitingCount() const;                         // not looked at yet
    bool hasTransactions() const { return m_hasTransactions; }  // among all that was read
    bool isLooking() const { return m_looking.isRunning(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void lookedOn();  // more was shown, or dropped

private:
    using Found = std::vector<std::vector<std::uint32_t>>;

    // Of a piece that was looked at.
    struct Shown {
        bool isWhole = false;             // all of its rows
        std::vector<std::uint32_t> rows;  // else these
        std::uint64_t end = 0;            // shown rows up to its end, dropped ones included
    };

    void look();
    void take(std::uint64_t first, const Found& found);
    void show(std::vector<std::uint32_t> rows, bool isWhole);
    void evict();
    std::uint64_t lastEnd() const { return m_shown.empty() ? m_dropped : m_shown.back().end; }
    QString text(const Place& place, int column) const;

    Limits m_limits;
    TopicRowContext m_context;
    Filter m_filter;
    std::deque<SharedTopicPiece> m_pieces;
    std::deque<Shown> m_shown;  // of the first of them
    std::uint64_t m_gonePieces = 0;
    std::uint64_t m_dropped = 0;  // shown rows that are gone
    std::uint64_t m_kept = 0;
    std::uint64_t m_evicted = 0;
    std::uint64_t m_bytes = 0;
    bool m_hasTransactions = false;
    TransactionStates m_transactions;
    LatestWork m_looking;
};

}  // namespace brokerscope
