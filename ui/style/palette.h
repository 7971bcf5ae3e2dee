#pragma once

#include "ui/style/theme.h"

#include <QColor>
#include <QPalette>

#include <array>

namespace brokerscope {

// The one source of colours. Every colour has a meaning; nothing else in the window names a colour.
//
// Widgets ask for it while painting, `Palette::of(palette())`, so that a theme change at run time needs no bookkeeping.
// Values are opaque unless said otherwise.
struct Palette {
    static constexpr int TintCount = 8;

    bool isDark = false;
    bool isHighContrast = false;

    // Surfaces, from the back to the front.
    QColor window;     // behind everything
    QColor surface;    // lists, trees, hex, editors
    QColor alternate;  // group headings, wells, pressed or hovered things
    QColor border;     // hairlines between surfaces
    QColor frame;      // outlines of things that can be used: fields, buttons, boxes
    QColor text;
    QColor muted;     // second-rank text: types, offsets, units
    QColor disabled;  // text of what cannot be used, or does not exist, now; to be read all the same
    QColor accent;    // the one accent colour: focus, current page, selection frames, links
    QColor onAccent;  // text upon the accent
    QColor ok;
    QColor warning;
    QColor error;
    QColor onStatus;   // text upon ok, warning or error
    QColor selection;  // behind selected rows and bytes; text keeps its colour upon it
    std::array<QColor, TintCount>
        tints;                  // of fields; tell apart for colour-blind readers too, next ones differ in brightness
    qreal tintStrength = 0.22;  // how much of a tint a fill shows over the surface

    static const Palette& light();
    static const Palette& dark();
    static const Palette& highContrastLight();
    static const Palette& highContrastDark();
    // The palette of a theme. System has none of its own: it gives light().
    static const Palette& forTheme(Theme theme);
    // The palette that a Qt palette belongs to: the high-contrast ones by their exact surfaces, else by luminance.
    static const Palette& of(const QPalette& palette);

    // The tint with a number; any number is taken, modulo TintCount, a negative one too.
    QColor tintFor(int index) const;
    // That tint as a background on `surface`, on which text stays readable.
    QColor tintFill(int index) const;
    // `colour` laid over `surface` with `strength` 0 to 1.
    QColor blend(const QColor& colour, qreal strength) const;

    // The same as Qt's palette, for native controls.
    QPalette toQPalette() const;
};

// WCAG relative luminance, 0 (black) to 1 (white), and contrast ratio, 1 to 21.
double relativeLuminance(const QColor& colour);
double contrastRatio(const QColor& first, const QColor& second);

}  // namespace brokerscope
