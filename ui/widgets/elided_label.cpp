#include "ui/widgets/elided_label.h"

#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace brokerscope {

ElidedLabel::ElidedLabel(const QString& text, Rank rank, QWidget* parent) : QWidget(parent), m_rank(rank) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

QFont ElidedLabel::rankFont() const {
    return m_rank == Rank::Heading ? headingFont() : font();
}

void ElidedLabel::setMostLines(int lines) {
    m_mostLines = lines;
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(lines > 1);
    policy.setVerticalPolicy(lines > 1 ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    setSizePolicy(policy);
    updateGeometry();
    update();
}

// Broken between words; the last line takes all that is left and is cut.
QStringList ElidedLabel::linesFor(int width) const {
    const QFontMetrics metrics(rankFont());
    QStringList lines;
    QTextLayout layout(m_text, rankFont());
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() + 1 < m_mostLines;
         line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        lines.append(m_text.mid(line.textStart(), line.textLength()).trimmed());
        if (line.textStart() + line.textLength() >= m_text.size()) {
            layout.endLayout();
            return lines;
        }
    }
    layout.endLayout();
    const qsizetype taken = lines.isEmpty() ? 0
                                            : layout.lineAt(static_cast<int>(lines.size()) - 1).textStart() +
                                                  layout.lineAt(static_cast<int>(lines.size()) - 1).textLength();
    lines.append(metrics.elidedText(m_text.mid(taken), Qt::ElideRight, width));
    return lines;
}

QStringList ElidedLabel::shownLines() const {
    return linesFor(width());
}

int ElidedLabel::heightForWidth(int width) const {
    const int line = QFontMetrics(rankFont()).height();
    return line * static_cast<int>(linesFor(width).size()) + 2;
}

bool ElidedLabel::isElided() const {
    return shownLines().constLast() != m_text && shownLines().constLast().endsWith(u'\x2026');
}

void ElidedLabel::updateToolTip() {
    setToolTip(isElided() ? m_text : QString());
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics(rankFont());
    return {metrics.horizontalAdvance(m_text) + 1, metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    return {QFontMetrics(rankFont()).horizontalAdvance(u'\x2026') * 2, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& palette = Palette::of(this->palette());
    painter.setFont(rankFont());
    painter.setPen(!isEnabled() ? palette.disabled : m_rank == Rank::Muted ? palette.muted : palette.text);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownLines().join(u'\n'));
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateToolTip();
}

}  // namespace brokerscope
