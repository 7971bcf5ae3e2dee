#include "ui/widgets/problem_outline.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QEvent>
#include <QLineEdit>
#include <QPainter>

namespace brokerscope {

ProblemOutline::ProblemOutline(QLineEdit& field) : QWidget(&field), m_field(field) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    field.installEventFilter(this);
    setGeometry(field.rect());
    hide();
}

void ProblemOutline::setProblem(const QString& problem) {
    m_field.setToolTip(problem);
    m_field.setAccessibleDescription(problem);
    setVisible(!problem.isEmpty());
}

bool ProblemOutline::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        setGeometry(m_field.rect());
    }
    return QWidget::eventFilter(watched, event);
}

void ProblemOutline::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Palette::of(palette()).error, 1.2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.6, 0.6, -0.6, -0.6), Metrics::SmallRadius, Metrics::SmallRadius);
}

}  // namespace brokerscope
