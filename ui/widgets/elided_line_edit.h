#pragma once

#include <QLineEdit>

namespace brokerscope {

// A field whose text ends in an ellipsis where it is too long, as long as nobody is typing in it. GUI thread.
class ElidedLineEdit : public QLineEdit {
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

    // What is painted: the text, or its beginning and an ellipsis.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect textRect() const;
};

}  // namespace brokerscope
