#pragma once

#include <QObject>

class QTreeView;

namespace brokerscope {

// The columns of trees of fields: name, value, type, bytes, in this order.
enum class FieldColumnOrder : int { Field, Value, Type, Bytes };

// How the columns of a tree of fields share its width, in pixels. The value takes what the others leave. Where names
// and values could no longer be read beside them there are no types, and then no bytes either: the hex view tells
// those.
struct FieldColumnWidths {
    int field = 0;
    int type = 0;   // 0: no room for it
    int bytes = 0;  // 0: no room for them
    int value = 0;

    // `width` is that of the view, `bytes` what the bytes column needs, `letter` the width of a letter as most are.
    static FieldColumnWidths share(int width, int bytes, int letter);

    bool operator==(const FieldColumnWidths&) const = default;
};

// Gives a tree of fields its look, and shares its width among the columns until somebody resizes one by hand, so that
// nothing has to be scrolled sideways. Belongs to the view, whose model must be set. GUI thread.
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
