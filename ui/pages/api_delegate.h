#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints rows of the API list: family headings small and muted, what the broker does not support faint, keys and
// versions in the second column small.
class ApiDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ApiDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
