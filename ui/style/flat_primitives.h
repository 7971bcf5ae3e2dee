#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QWidget;

namespace brokerscope {

// Draws one of the style's primitive elements, or returns false where Fusion's own is right.
bool drawFlatPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                       const QWidget* widget);

// A button that is filled with the accent: the default one, enabled and not flat.
bool isAccentButton(const QStyleOptionButton& option);

enum class Chevron : std::uint8_t { Left, Right, Up, Down };
// Two lines in the middle of `rect`, 8 px wide at most.
void drawChevron(QPainter& painter, const QRect& rect, Chevron direction, const QColor& colour);

// A filled box with a one-pixel outline on the pixel grid; an invalid colour leaves its part out.
void drawBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& outline, qreal radius);

}  // namespace brokerscope
