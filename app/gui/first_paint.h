#pragma once

#include <QElapsedTimer>
#include <QObject>

class QWidget;

namespace brokerscope {

// Prints, once, how long it took until a window was first painted. GUI thread.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    // `sinceStart` runs since the program began.
    FirstPaint(QWidget& window, QElapsedTimer sinceStart);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void report();

    QElapsedTimer m_sinceStart;
};

}  // namespace brokerscope
