#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints one column of a table in the colour of errors where a role of the row is true. GUI thread.
class RemarkDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    // `column`: the one that is painted; -1: the last.
    explicit RemarkDelegate(int problemRole, QObject* parent = nullptr, int column = -1)
        : QStyledItemDelegate(parent), m_role(problemRole), m_column(column) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    int m_role;
    int m_column;
};

}  // namespace brokerscope
