#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints a row of RecordTableModel: remarks in the colour of their weight, control records muted, aborted records
// struck through, what has no bytes in italics. GUI thread.
class RecordRowDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit RecordRowDelegate(QObject* parent = nullptr) : QStyledItemDelegate(parent) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
