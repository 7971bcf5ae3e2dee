#pragma once

#include <QFont>

namespace brokerscope {

// Plain text. The first installed one of a short list, else what the system offers.
QFont uiFont(int pixelSize = 13);

// Bytes, numbers in columns, JSON. Fixed pitch is guaranteed as far as the system has such a font; `pixelSize` -1 takes
// one pixel less than the application's font.
QFont monospaceFont(int pixelSize = -1);

// Headings of pages, and the small print of captions, ticks and badges, relative to the application's font.
QFont headingFont();
QFont smallFont();

}  // namespace brokerscope
