#pragma once

#include "core/text/lesson.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

namespace brokerscope {

// What a lesson's drawing consists of, placed; pure data. Units are pixels, the origin is the top left corner.
struct DrawnBox {
    enum class Look { Plain, Tinted, Decision, Good, Bad, Gap };
    QRectF rect;
    Look look = Look::Plain;
    int tint = -1;
    bool operator==(const DrawnBox&) const = default;
};
struct DrawnText {
    QRectF rect;  // within which it is aligned and wrapped; what does not fit is cut with an ellipsis
    QString text;
    Qt::Alignment alignment = Qt::AlignCenter;
    bool isSmall = false;
    bool isMuted = false;
    bool isMonospace = false;
};
struct DrawnLine {
    QPolygonF points;
    bool isArrow = false;  // at its end
    bool isFaint = false;  // ticks
};
struct LessonDrawing {
    QSizeF size;
    std::vector<DrawnBox> boxes;
    std::vector<DrawnLine> lines;
    std::vector<DrawnText> texts;
};

// How wide texts are; `isSmall` for captions. Heights are those of a line.
struct DrawingMetrics {
    std::function<qreal(const QString& text, bool isSmall)> width;
    qreal lineHeight = 18;
    qreal smallLineHeight = 15;
};

// Places a drawing within `width`. Cells of a strip are as wide as their share, rows of one strip on one scale; spans
// of bars lie at their values; boxes of a flow on their grid, arrows from edge to edge, those there and back side by
// side.
LessonDrawing placeStrip(const LessonStrip& strip, qreal width, const DrawingMetrics& metrics);
LessonDrawing placeBars(const LessonBars& bars, qreal width, const DrawingMetrics& metrics);
LessonDrawing placeFlow(const LessonFlow& flow, qreal width, const DrawingMetrics& metrics);

}  // namespace brokerscope
