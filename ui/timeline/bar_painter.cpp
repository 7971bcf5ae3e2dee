#include "ui/timeline/bar_painter.h"

#include "ui/style/palette.h"

#include <QLine>
#include <QPainter>
#include <QVarLengthArray>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr qreal kInferredStrength = 0.45;
constexpr int kDash = 4;

}  // namespace

void paintHatch(QPainter& painter, const QRect& rect, const QColor& colour, int distance) {
    const int height = rect.height() - 1;
    QVarLengthArray<QLine, 256> lines;
    // Upwards to the right, cut at both sides.
    for (int x = rect.left() - height; x <= rect.right(); x += distance) {
        const int from = std::max(x, rect.left());
        const int to = std::min(x + height, rect.right());
        if (from < to) {
            lines.append(QLine(from, rect.bottom() - (from - x), to, rect.bottom() - (to - x)));
        }
    }
    painter.setPen(colour);
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void paintGap(QPainter& painter, const QRect& rect, const QColor& colour) {
    const int middle = rect.center().y();
    if (rect.width() <= 2 * kDash) {
        painter.fillRect(rect.left(), middle, rect.width(), 2, colour);
        return;
    }
    for (int x = rect.left(); x <= rect.right(); x += 2 * kDash) {
        painter.fillRect(x, middle, std::min(kDash, rect.right() - x + 1), 2, colour);
    }
}

void paintBar(QPainter& painter, const QRect& rect, const QColor& colour, Certainty certainty, const Palette& palette) {
    switch (certainty) {
        case Certainty::Observed:
            painter.fillRect(rect, colour);
            return;
        case Certainty::Inferred:
            painter.fillRect(rect, palette.blend(colour, kInferredStrength));
            paintHatch(painter, rect, colour);
            return;
        case Certainty::Thinned:
            painter.fillRect(rect.adjusted(0, rect.height() / 4, 0, -rect.height() / 4), colour);
            return;
        case Certainty::Blind:
            paintHatch(painter, rect, palette.frame);
            for (const int y : {rect.top(), rect.bottom()}) {
                for (int x = rect.left(); x <= rect.right(); x += 4) {
                    painter.fillRect(x, y, 2, 1, palette.muted);
                }
            }
            return;
    }
}

}  // namespace brokerscope
