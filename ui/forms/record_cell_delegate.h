#pragma once

#include "ui/forms/draft_delegate.h"

namespace brokerscope {

// Cells of the tables of a record composer: painted by what a cell's own roles say (null and computed values muted, a
// row with an error or warning tinted), edited as the fields of a form are. Bytes open as text where they are text.
class RecordCellDelegate : public DraftDelegate {
    Q_OBJECT

public:
    using DraftDelegate::DraftDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace brokerscope
