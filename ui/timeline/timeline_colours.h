#pragma once

#include <QColor>
#include <QString>

#include <string_view>

namespace brokerscope {

struct Palette;

// What the colours of a timeline mean; each is one of the palette's.

// A group's state by the protocol's own word: settled, waiting for members or for a target, moving, empty, gone. A word
// that is not known is drawn like a state without news.
QColor stateColour(const Palette& palette, std::string_view state);
// The same for small dots and text, as strong as the palette has it.
QColor stateAccent(const Palette& palette, std::string_view state);
// A member's own colour as a bar.
QColor memberColour(const Palette& palette, int tint);
// Text that can be read upon a fill: the palette's text or surface, whichever stands out more.
QColor textOn(const Palette& palette, const QColor& fill);

}  // namespace brokerscope
