#pragma once

#include <QFont>

namespace brokerscope {

inline constexpr int kStandardFontSize = 13;  // pixels, of plain text
inline constexpr int kLargestFontSize = 32;

// What the desktop asks for, but never less than the standard size: who has large text there has it here too.
int desktopFontSize();

// Plain text. The first installed one of a short list, else what the system offers.
QFont uiFont(int pixelSize = kStandardFontSize);

// Bytes, numbers in columns, JSON. Fixed pitch is guaranteed as far as the system has such a font; `pixelSize` -1 takes
// one pixel less than the application's font.
QFont monospaceFont(int pixelSize = -1);

// Headings of pages, and the small print of captions, ticks and badges, relative to the application's font.
QFont headingFont();
QFont smallFont();

}  // namespace brokerscope
