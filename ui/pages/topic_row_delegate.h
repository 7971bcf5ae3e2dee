#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Colours of records: what brokers wrote for themselves is muted, what is broken stands out, and the fate of a
// transaction has its colour.
class TopicRowDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
