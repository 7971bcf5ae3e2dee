#pragma once

#include "ui/pages/lesson_drawing.h"

#include <QFont>

class QPainter;

namespace brokerscope {

struct Palette;

// The fonts of drawings, from the application's.
DrawingMetrics drawingMetrics();

// Draws it with its top left corner at the painter's origin. Colours are the palette's: tints of fields, text, borders.
void paintLessonDrawing(QPainter& painter, const LessonDrawing& drawing, const Palette& palette);

}  // namespace brokerscope
