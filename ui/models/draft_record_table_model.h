#pragma once

#include "ui/models/draft_record_set.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The records of one batch that is written, one a row, edited in place: numbers as text, keys and values as bytes. Any
// number of records costs the same to show. GUI thread; the set must outlive it.
class DraftRecordTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { NumberColumn, OffsetColumn, TimeColumn, KeyColumn, ValueColumn, HeadersColumn, ColumnCount };

    explicit DraftRecordTableModel(DraftRecordSet& set, QObject* parent = nullptr);

    void showBatch(int batch);  // -1: nothing
    int batch() const { return m_batch; }
    NodeRef node(int row) const;  // invalid where the bytes do not show it

    bool canAdd() const;
    bool add(int row, int count);  // before `row`
    bool duplicate(int row);
    bool move(int row, int by);
    bool remove(int first, int count);
    // Null is another value than no bytes.
    bool setNull(const QModelIndex& index, bool null);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    // EditRole of a key or value takes a QByteArray; an invalid QVariant is null.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void editRefused(const QString& reason);

private:
    void follow(int batch);
    const char* fieldOf(int column) const;  // null: the column is none of this format's fields
    std::optional<std::int64_t> number(int row, int column) const;
    QString text(int row, int column) const;
    QVariant editorData(int column, int role) const;
    bool setNumber(const QModelIndex& index, const QVariant& value);
    int shownNumber(int row) const { return row >= m_shiftedFrom ? row - m_shift : row; }
    void endRowChange();
    bool isBlob(int column) const { return column == KeyColumn || column == ValueColumn; }

    DraftRecordSet& m_set;
    int m_batch = -1;
    // A row keeps its number until those beside it are inserted or removed.
    int m_shiftedFrom = 0;
    int m_shift = 0;
};

}  // namespace brokerscope
