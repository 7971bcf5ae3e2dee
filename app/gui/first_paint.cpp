#include "app/gui/first_paint.h"

#include <QEvent>
#include <QTextStream>
#include <QTimer>
#include <QWidget>

namespace brokerscope {

FirstPaint::FirstPaint(QWidget& window, QElapsedTimer sinceStart) : QObject(&window), m_sinceStart(sinceStart) {
    window.installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        QTimer::singleShot(0, this, &FirstPaint::report);  // after the children have been painted
    }
    return QObject::eventFilter(watched, event);
}

void FirstPaint::report() {
    QTextStream(stderr) << tr("first window: %1 ms").arg(m_sinceStart.elapsed()) << '\n';
}

}  // namespace brokerscope
