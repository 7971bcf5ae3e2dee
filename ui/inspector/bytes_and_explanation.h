#pragma once

#include <QSplitter>

namespace brokerscope {

class HexView;

// Bytes above and their explanation below. Until somebody moves the handle, the bytes have the height of their rows, up
// to a share that leaves an explanation its lines, and the explanation has the rest. GUI thread.
class BytesAndExplanation : public QSplitter {
    Q_OBJECT

public:
    BytesAndExplanation(HexView& bytes, QWidget* explanation, QWidget* parent = nullptr);

    // There are other bytes now.
    void share();

    // The part of `height` that the bytes get, in pixels: `all` is the height of all their rows, `row` that of one.
    static int heightOfBytes(int height, int all, int row);

protected:
    bool event(QEvent* event) override;

private:
    HexView& m_bytes;
    bool m_movedByHand = false;
};

}  // namespace brokerscope
