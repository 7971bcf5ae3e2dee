#pragma once

#include <QObject>

class QTreeView;

namespace brokerscope {

// The columns of trees of fields: name, value, type, bytes, in this order.
enum class FieldColumnOrder : int { Field, Value, Type, Bytes };

// Gives a tree of fields its look, and shares its width among the columns until somebody resizes one by hand: as much
// for the bytes as their text needs, and to the value what the others leave, so that nothing has to be scrolled
// sideways. A narrow view has no type column: names and values are worth more. Belongs to the view, whose model must be
// set. GUI thread.
class FieldColumns : public QObject {
    Q_OBJECT

public:
    explicit FieldColumns(QTreeView& view);

    // `bytesWidth` is that of the widest text in the bytes column.
    void fit(int bytesWidth);

private:
    QTreeView& m_view;
    bool m_sizedByHand = false;
};

}  // namespace brokerscope
