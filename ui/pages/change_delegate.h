#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Draws bold what a role of the model says has changed.
class ChangeDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit ChangeDelegate(int changedRole, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), m_changedRole(changedRole) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    int m_changedRole;
};

}  // namespace brokerscope
