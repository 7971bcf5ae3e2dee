#pragma once

#include "core/log_files/batch_outline.h"
#include "core/workbench/batch_checking.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>
#include <vector>

namespace brokerscope {

// The batches of a segment as their headers tell, and where none could be read; grows by pieces. What their bytes tell
// beyond that comes later. GUI thread.
class BatchListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        PositionColumn,
        OffsetsColumn,
        RecordsColumn,
        SizeColumn,
        TimeColumn,
        CodecColumn,
        KindColumn,
        ProducerColumn,
        LeaderEpochColumn,
        RemarkColumn,
        ColumnCount
    };
    enum Role : int { ProblemRole = Qt::UserRole + 1 };  // bool: its remark is a warning or an error

    using Piece = std::shared_ptr<const std::vector<OutlinedBatch>>;
    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const Piece& piece);
    // Rows from there on are not what the file holds any more.
    void cutTo(int rows);
    // Of rows that are there.
    void addFaults(const std::vector<BatchFault>& faults);
    const BatchLists& pieces() const { return m_pieces; }
    BatchLists piecesFrom(int row) const;
    const OutlinedBatch* batch(const QModelIndex& index) const;  // null: no such row
    std::uint64_t problems() const { return m_problems; }
    // Of all rows, as far as headers tell; a header that says what cannot be is not believed.
    struct Counts {
        std::uint64_t batches = 0;  // and messages
        std::uint64_t records = 0;
        std::uint64_t disbelieved = 0;  // batches whose count of records is left out
        std::uint64_t skipped = 0;      // bytes that no batch begins in
        bool isCutOff = false;          // the last batch is
        bool hasProducers = false;
        bool hasKinds = false;  // transactional and control batches

        bool operator==(const Counts&) const = default;
    };
    const Counts& counts() const { return m_counts; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const Diagnostic* fault(int row) const;  // null: none
    bool isProblem(const OutlinedBatch& batch, int row) const;
    QString remarkText(const OutlinedBatch& batch, int row) const;
    QString text(const OutlinedBatch& batch, const QModelIndex& index) const;
    void count(const OutlinedBatch& batch);
    void countAgain();
    QVariant accessibleText(const OutlinedBatch& batch, const QModelIndex& index) const;

    BatchLists m_pieces;
    std::map<int, Diagnostic> m_faults;  // by row
    std::vector<std::size_t> m_ends;     // rows up to the end of each piece
    Counts m_counts;
    std::uint64_t m_problems = 0;
};

}  // namespace brokerscope
