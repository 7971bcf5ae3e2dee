#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionComplex;
class QStyleOptionSlider;
class QWidget;

namespace brokerscope {

// Draw one of the style's control elements or complex controls, or return false where Fusion's own is right.
bool drawFlatControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter);
bool drawFlatComplexControl(QStyle::ComplexControl control, const QStyleOptionComplex& option, QPainter& painter,
                            const QStyle& style, const QWidget* widget);

// Parts of a scroll bar without end buttons: the groove is the whole bar.
QRect flatScrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part, int minimumLength);

}  // namespace brokerscope
