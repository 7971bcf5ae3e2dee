#pragma once

#include "core/groups/event_evidence.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace brokerscope {

struct Palette;

// One bar of a lane, by how sure it is. Observed: filled. Inferred: lighter, hatched. Blind: an outline of dots,
// hatched in grey. Thinned: filled, half as high. All of lines and boxes, so that it is the same in an SVG.
void paintBar(QPainter& painter, const QRect& rect, const QColor& colour, Certainty certainty, const Palette& palette);

// Diagonal lines within the rectangle, `distance` pixels apart.
void paintHatch(QPainter& painter, const QRect& rect, const QColor& colour, int distance = 6);

// A dashed line through the middle of the rectangle.
void paintGap(QPainter& painter, const QRect& rect, const QColor& colour);

}  // namespace brokerscope
