#pragma once

#include "core/base/limits.h"
#include "ui/models/record_list.h"

#include <QAbstractTableModel>

#include <memory>

namespace brokerscope {

// How keys and values are written in a table of records.
enum class RecordText : int { Text, Json, Hex };

// "text", a JSON value on one line, or hex; what is not of the form that was asked for is given as the next one:
// JSON as text, text that is no UTF-8 as hex. Null is "null".
QString recordText(const RecordList::Cell& cell, RecordText form);

// The records of one record set: offset, timestamp, key, value, headers, size. GUI thread.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { OffsetColumn, TimestampColumn, KeyColumn, ValueColumn, HeadersColumn, SizeColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setList(std::shared_ptr<const RecordList> list);  // null: none
    void setForm(RecordText form);
    const RecordList::Row* row(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(std::uint32_t entry, std::uint32_t record) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const RecordList::Row& row, int column) const;

    std::shared_ptr<const RecordList> m_list;
    RecordText m_form = RecordText::Text;
};

}  // namespace brokerscope
