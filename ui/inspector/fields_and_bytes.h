#pragma once

#include <QSplitter>

namespace brokerscope {

class BytesPane;

// Fields at the left and their bytes at the right. Until somebody moves the handle the bytes have the width of a row,
// without its text column where the names of the fields would not be readable beside it, and the fields all other
// width. GUI thread.
class FieldsAndBytes : public QSplitter {
    Q_OBJECT

public:
    // `right` is the pane or what it stands in.
    FieldsAndBytes(QWidget* fields, BytesPane& pane, QWidget* right, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;

private:
    void share();

    BytesPane& m_pane;
    bool m_movedByHand = false;
};

}  // namespace brokerscope
