#pragma once

#include "ui/style/fonts.h"
#include "ui/style/theme.h"

class QApplication;

namespace brokerscope {

// Dresses the program: flat, dense controls, the theme's colours, the two fonts. Called once at the start and again
// whenever the theme or the font size changes (for Theme::System also when the desktop's own theme does: a window's
// QEvent::ThemeChange); open windows follow by themselves, through the event loop. `fontPixelSize` is that of plain
// text; monospace text is one pixel smaller.
void applyStyle(QApplication& application, Theme theme, int fontPixelSize = kStandardFontSize);

}  // namespace brokerscope
