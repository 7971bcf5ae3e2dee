#include "ui/pages/lesson_painter.h"

#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QtMath>

namespace brokerscope {

namespace {

constexpr qreal kCorner = 3;
constexpr qreal kArrowLength = 7;
constexpr qreal kArrowHalfWidth = 3.5;
constexpr qreal kFillStrength = 0.16;

QFont fontOf(const DrawnText& text) {
    return text.isMonospace ? monospaceFont() : text.isSmall ? smallFont() : QApplication::font();
}

struct BoxColours {
    QColor fill;
    QColor outline;
    bool isDashed = false;
};

BoxColours coloursOf(const DrawnBox& box, const Palette& palette) {
    switch (box.look) {
        case DrawnBox::Look::Tinted:
            return {palette.tintFill(box.tint), palette.tintFor(box.tint)};
        case DrawnBox::Look::Decision:
            return {palette.blend(palette.accent, kFillStrength), palette.accent};
        case DrawnBox::Look::Good:
            return {palette.blend(palette.ok, kFillStrength), palette.ok};
        case DrawnBox::Look::Bad:
            return {palette.blend(palette.error, kFillStrength), palette.error};
        case DrawnBox::Look::Gap:
            return {palette.surface, palette.error, true};
        case DrawnBox::Look::Plain:
            break;
    }
    return {palette.alternate, palette.frame};
}

void paintBox(QPainter& painter, const DrawnBox& box, const Palette& palette) {
    const BoxColours colours = coloursOf(box, palette);
    painter.setPen(QPen(colours.outline, 1, colours.isDashed ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(colours.fill);
    const QRectF rect = box.rect.toAlignedRect();
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
}

void paintLine(QPainter& painter, const DrawnLine& line, const Palette& palette) {
    const QColor colour = line.isFaint ? palette.border : palette.muted;
    painter.setPen(QPen(colour, line.isFaint ? 1 : 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line.points);
    if (!line.isArrow || line.points.size() < 2) {
        return;
    }
    const QPointF tip = line.points.back();
    const QPointF before = line.points[line.points.size() - 2];
    const qreal length = std::max(1.0, std::hypot(tip.x() - before.x(), tip.y() - before.y()));
    const QPointF along = (tip - before) / length;
    const QPointF across(-along.y(), along.x());
    const QPointF base = tip - along * kArrowLength;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{tip, base + across * kArrowHalfWidth, base - across * kArrowHalfWidth});
}

void paintText(QPainter& painter, const DrawnText& text, const Palette& palette) {
    painter.setFont(fontOf(text));
    painter.setPen(text.isMuted ? palette.muted : palette.text);
    const QFontMetricsF metrics(painter.font());
    const bool isOneLine = text.rect.height() < 2 * metrics.height();
    const QString shown = isOneLine ? metrics.elidedText(text.text, Qt::ElideRight, text.rect.width() + 1) : text.text;
    painter.drawText(text.rect, static_cast<int>(text.alignment) | (isOneLine ? 0 : int{Qt::TextWordWrap}), shown);
}

}  // namespace

DrawingMetrics drawingMetrics() {
    const QFontMetricsF plain(QApplication::font());
    const QFontMetricsF small(smallFont());
    return {
        [plain, small](const QString& text, bool isSmall) { return (isSmall ? small : plain).horizontalAdvance(text); },
        std::ceil(plain.height()), std::ceil(small.height())};
}

void paintLessonDrawing(QPainter& painter, const LessonDrawing& drawing, const Palette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const DrawnLine& line : drawing.lines) {
        if (line.isFaint) {
            paintLine(painter, line, palette);
        }
    }
    for (const DrawnBox& box : drawing.boxes) {
        paintBox(painter, box, palette);
    }
    for (const DrawnLine& line : drawing.lines) {
        if (!line.isFaint) {
            paintLine(painter, line, palette);
        }
    }
    for (const DrawnText& text : drawing.texts) {
        paintText(painter, text, palette);
    }
    painter.restore();
}

}  // namespace brokerscope
