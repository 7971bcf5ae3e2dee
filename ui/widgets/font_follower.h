#pragma once

#include <QWidget>

#include <functional>

namespace brokerscope {

// Calls `fit` at once, and again whenever the font of the widget or of the application has changed: for sizes that are
// made of texts, and for fonts of its own. As long as the widget lives; GUI thread.
void followFont(QWidget& widget, std::function<void()> fit);

// Keeps the widget as wide as so many pixels are at the standard font size.
void followFontWidth(QWidget& widget, int pixels);

// Keeps the widget in the fixed-pitch font.
void followMonospaceFont(QWidget& widget);

}  // namespace brokerscope
