#pragma once

#include <QStyledItemDelegate>

namespace brokerscope {

// Paints cells of the version matrix by their state: usable plain, unsupported faint, hidden and refused as a warning,
// unknown with the accent. Every state also has words of its own. GUI thread.
class MatrixDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit MatrixDelegate(QObject* parent = nullptr);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
