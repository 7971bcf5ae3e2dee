#include "ui/pages/batch_ruler.h"

#include "ui/pages/fate_colour.h"
#include "ui/pages/topic_words.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kBarHeight = 22;
constexpr int kLineHeight = 3;  // of the transaction's state
constexpr int kRulerMargin = 3;
constexpr qreal kOutlineStrength = 0.55;

}  // namespace

BatchRuler::BatchRuler(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Batches around the chosen record"));
}

QSize BatchRuler::sizeHint() const {
    return {400, kBarHeight + kLineHeight + 1 + 2 * kRulerMargin};
}

QSize BatchRuler::minimumSizeHint() const {
    return {80, sizeHint().height()};
}

void BatchRuler::setBatches(std::vector<RulerBatch> batches, int current) {
    m_batches = std::move(batches);
    m_current = current;
    layOut();
    setAccessibleDescription(m_current >= 0 ? batchSentence(m_batches[static_cast<std::size_t>(m_current)].head(),
                                                            m_batches[static_cast<std::size_t>(m_current)].state)
                                            : QString());
    update();
}

QString BatchRuler::label() const {
    return m_batches.empty() ? tr("no batches") : tr("batches of partition %1").arg(m_batches.front().head().partition);
}

void BatchRuler::layOut() {
    std::vector<RulerMark> marks;
    marks.reserve(m_batches.size());
    for (const RulerBatch& one : m_batches) {
        marks.push_back({one.head().size, one.head().plainSize, one.head().missingBefore});
    }
    m_layout = BatchRulerLayout(marks, kBarHeight);
    m_left = fontMetrics().horizontalAdvance(label()) + Metrics::Margin + Metrics::Spacing;
    m_offset = m_layout.offsetFor(m_current, std::max(1, width() - m_left - Metrics::Margin));
}

QRect BatchRuler::batchRect(int batch) const {
    return m_layout.boxes()[static_cast<std::size_t>(batch)].batch.translated(m_left - m_offset, kRulerMargin);
}

void BatchRuler::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& colours = Palette::of(palette());
    painter.fillRect(rect(), colours.surface);
    painter.setPen(colours.muted);
    painter.drawText(QRect(Metrics::Margin, 0, m_left, height()), Qt::AlignVCenter | Qt::AlignLeft, label());
    painter.setClipRect(QRect(m_left, 0, width() - m_left - Metrics::Margin, height()));
    painter.translate(m_left - m_offset, kRulerMargin);
    for (std::size_t batch = 0; batch < m_batches.size(); ++batch) {
        paintBatch(painter, batch);
    }
    painter.resetTransform();
    painter.setClipping(false);
    if (hasFocus()) {
        painter.setPen(colours.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void BatchRuler::paintBatch(QPainter& painter, std::size_t batch) const {
    const Palette& colours = Palette::of(palette());
    const TopicBatch& head = m_batches[batch].head();
    const BatchRulerLayout::Box& box = m_layout.boxes()[batch];
    if (!box.gap.isEmpty()) {
        paintGap(painter, box.gap);
    }
    const bool isNobody = head.producerId < 0;
    const QColor tint = head.isFaulty ? colours.error
                        : isNobody    ? colours.muted
                                      : colours.tintFor(static_cast<int>(head.producerId % 97));
    painter.fillRect(box.batch, colours.alternate);
    painter.fillRect(box.filled, colours.blend(tint, head.isControl ? 1.0 : kOutlineStrength));
    const bool isCurrent = static_cast<int>(batch) == m_current;
    painter.setPen(isCurrent ? colours.accent : colours.blend(tint, 0.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.batch.adjusted(0, 0, -1, -1));
    if (isCurrent) {
        painter.drawRect(box.batch.adjusted(-1, -1, 0, 0));
    }
    const QColor state = fateColour(colours, m_batches[batch].state);
    if (state.isValid()) {
        painter.fillRect(QRect(box.batch.left(), kBarHeight + 1, box.batch.width(), kLineHeight), state);
    }
}

// Offsets that are gone: a dotted line where a batch would stand.
void BatchRuler::paintGap(QPainter& painter, const QRect& gap) const {
    const Palette& colours = Palette::of(palette());
    painter.setPen(QPen(colours.muted, 1, Qt::DotLine));
    painter.drawLine(gap.left(), gap.center().y(), gap.right(), gap.center().y());
    painter.drawLine(gap.left(), gap.top() + 4, gap.left(), gap.bottom() - 4);
    painter.drawLine(gap.right(), gap.top() + 4, gap.right(), gap.bottom() - 4);
}

void BatchRuler::choose(int batch) {
    if (batch >= 0 && batch < static_cast<int>(m_batches.size())) {
        const RulerBatch& chosen = m_batches[static_cast<std::size_t>(batch)];
        Q_EMIT batchChosen(chosen.piece, chosen.head().firstRow);
    }
}

void BatchRuler::mousePressEvent(QMouseEvent* event) {
    choose(batchAt(event->position().toPoint().x()));
}

void BatchRuler::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_batches.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left:
            choose(m_current - 1);
            break;
        case Qt::Key_Right:
            choose(m_current + 1);
            break;
        case Qt::Key_Home:
            choose(0);
            break;
        case Qt::Key_End:
            choose(last);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

void BatchRuler::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

bool BatchRuler::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const int batch = batchAt(help->pos().x());
    if (batch < 0) {
        QToolTip::hideText();
    } else {
        const RulerBatch& shown = m_batches[static_cast<std::size_t>(batch)];
        QToolTip::showText(help->globalPos(), batchSentence(shown.head(), shown.state), this);
    }
    return true;
}

}  // namespace brokerscope
