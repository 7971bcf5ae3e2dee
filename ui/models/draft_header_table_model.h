#pragma once

#include "ui/models/draft_record_set.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The record headers of one record that is written, one a row: key as text, value as bytes or null. Order and repeated
// keys are kept. GUI thread; the set must outlive it.
class DraftHeaderTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { KeyColumn, ValueColumn, NullColumn, ColumnCount };

    explicit DraftHeaderTableModel(DraftRecordSet& set, QObject* parent = nullptr);

    void showRecord(int batch, int record);  // -1: nothing
    bool canAdd() const;                     // records of magic 2 alone have headers
    bool add(int row);                       // before `row`
    bool move(int row, int by);
    bool remove(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void show(int batch, int record);
    const DraftArray* array() const;
    DraftStruct& header(DraftBatch& batch, int row) const;
    const DraftStruct& header(int row) const;
    void change(int row, const char* field, DraftValue&& value);

    DraftRecordSet& m_set;
    int m_batch = -1;
    int m_record = -1;
};

}  // namespace brokerscope
