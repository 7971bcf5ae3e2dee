#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints the last column of a table in the colour of errors where a role of the row is true. GUI thread.
class RemarkDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit RemarkDelegate(int problemRole, QObject* parent = nullptr)
        : QStyledItemDelegate(parent), m_role(problemRole) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    int m_role;
};

}  // namespace brokerscope
