#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints rows of the traffic list: what the program sent for itself is muted, errors have the colour of errors.
// GUI thread.
class TrafficDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit TrafficDelegate(QObject* parent = nullptr);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
