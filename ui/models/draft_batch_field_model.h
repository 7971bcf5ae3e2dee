#pragma once

#include "ui/models/draft_batch_fields.h"
#include "ui/models/draft_record_set.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The fields of one batch, or of one record of it, a row each: its value, and whether it was set by hand. A number that
// is computed shows what will be written; editing it sets it by hand, and the box in the last column switches back.
// Values are refused only beyond their type. GUI thread; the set must outlive it.
class DraftBatchFieldModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { FieldColumn, ValueColumn, HandColumn, ColumnCount };

    explicit DraftBatchFieldModel(DraftRecordSet& set, QObject* parent = nullptr);

    void showHead(int batch);  // -1: nothing
    void showRecord(int batch, int record);
    // The preview's node of a row; invalid where the bytes do not show it.
    NodeRef node(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void editRefused(const QString& reason);

private:
    void show(int batch, int record);
    void follow(int batch);
    const BatchField& fieldAt(int row) const { return m_fields[static_cast<std::size_t>(row)]; }
    const FieldSpec* spec(const BatchField& field) const;
    const DraftStruct& structure() const;
    std::optional<std::int64_t> number(int row) const;
    QString nameText(const BatchField& field) const;
    QString valueText(int row) const;
    QString handText(const BatchField& field) const;
    QVariant checkState(const QModelIndex& index) const;
    QVariant editValue(int row) const;
    QVariant editorData(int row, int column, int role) const;
    bool isTold(int row) const;
    bool setNumber(int row, std::optional<std::int64_t> number);
    bool setNumberFrom(int row, const QVariant& value);
    bool setChecked(const QModelIndex& index, bool checked);
    void change(int row, const std::function<void(DraftStruct&)>& edit);

    DraftRecordSet& m_set;
    std::span<const BatchField> m_fields;
    int m_batch = -1;
    int m_record = -1;  // -1: the head
};

}  // namespace brokerscope
