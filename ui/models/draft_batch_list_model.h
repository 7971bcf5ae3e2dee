#pragma once

#include "ui/models/draft_record_set.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The batches of a `records` field that is written, one a row. The format is edited in place: 0, 1 or 2. Changes of the
// list are resets; a view keeps its row by its number. GUI thread; the set must outlive it.
class DraftBatchListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { NumberColumn, FormatColumn, CodecColumn, CountColumn, SizeColumn, ColumnCount };

    explicit DraftBatchListModel(DraftRecordSet& set, QObject* parent = nullptr);

    // Each gives the row of what was made or moved; -1: nothing was done.
    int add(int format, std::int64_t time);  // after the last one, with one record
    int duplicate(int row);
    int move(int row, int by);
    int remove(int row);       // the row that takes its place
    int readAnyway(int row);   // fields of an entry that is kept as bytes
    int keepAsBytes(int row);  // bytes of an entry that has fields

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    // A format that has no place for something that is there.
    void editRefused(const QString& reason);

private:
    bool isRow(int row) const { return row >= 0 && row < m_set.count(); }
    QString text(int row, int column) const;
    QVariant editorData(int column, int role) const;
    int worstOf(int row) const;

    DraftRecordSet& m_set;
};

}  // namespace brokerscope
