#pragma once

#include "core/workbench/key_records.h"

#include <QAbstractTableModel>

namespace brokerscope {

// All records about one subject: when, what each did and says, and to whom the partition of a commit was assigned. GUI
// thread.
class KeyRecordModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { TimeColumn, RecordColumn, EffectColumn, SaysColumn, HolderColumn, ColumnCount };
    enum Role : int {
        OffsetRole = Qt::UserRole + 1,  // qlonglong
        ChosenRole                      // bool: the record that it was asked of
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRecords(KeyRecords records, std::int64_t chosen);
    void clear() { setRecords({}, -1); }
    const KeyRecords& records() const { return m_records; }
    QModelIndex indexOf(std::int64_t offset) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const KeyRecord& record, int column) const;

    KeyRecords m_records;
    std::int64_t m_chosen = -1;
};

}  // namespace brokerscope
