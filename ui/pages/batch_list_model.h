#pragma once

#include "core/log_files/batch_outline.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace brokerscope {

// The batches of a segment as their headers tell, and where none could be read; grows by pieces. GUI thread.
class BatchListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        PositionColumn,
        OffsetsColumn,
        RecordsColumn,
        SizeColumn,
        TimeColumn,
        ProducerColumn,
        RemarkColumn,
        ColumnCount
    };
    enum Role : int { ProblemRole = Qt::UserRole + 1 };  // bool: its remark is a warning or an error

    using Piece = std::shared_ptr<const std::vector<OutlinedBatch>>;
    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const Piece& piece);
    const OutlinedBatch* batch(const QModelIndex& index) const;  // null: no such row
    std::uint64_t records() const { return m_records; }          // as far as headers tell
    std::uint64_t problems() const { return m_problems; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<Piece> m_pieces;
    std::vector<std::size_t> m_ends;  // rows up to the end of each piece
    std::uint64_t m_records = 0;
    std::uint64_t m_problems = 0;
};

}  // namespace brokerscope
