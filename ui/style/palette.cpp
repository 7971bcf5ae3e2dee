#include "ui/style/palette.h"

#include <algorithm>
#include <cmath>

namespace brokerscope {

namespace {

// The tints alternate between darker and lighter ones of distant hues (blue, orange, green, vermilion, violet, sky,
// pink, grey), so that neighbouring fields differ also where hue cannot be seen.
constexpr std::array<QRgb, Palette::TintCount> TintColours = {0xff2f7fc1, 0xffd9902f, 0xff2e9e74, 0xffc8602f,
                                                              0xff8a63c9, 0xff4fa3c7, 0xffb8578e, 0xff8a94a3};

std::array<QColor, Palette::TintCount> tintColours() {
    std::array<QColor, Palette::TintCount> colours;
    std::transform(TintColours.begin(), TintColours.end(), colours.begin(), [](QRgb rgb) { return QColor(rgb); });
    return colours;
}

Palette makeLight() {
    Palette p;
    p.window = QColor(0xf4f6f8);
    p.surface = QColor(0xffffff);
    p.alternate = QColor(0xeef1f5);
    p.border = QColor(0xd8dee6);
    p.frame = QColor(0xb9c2ce);
    p.text = QColor(0x1b2330);
    p.muted = QColor(0x4c586a);
    p.disabled = QColor(0x5c6677);
    p.accent = QColor(0x2560c8);
    p.onAccent = QColor(0xffffff);
    p.ok = QColor(0x1f6b41);
    p.warning = QColor(0x845409);
    p.error = QColor(0xb02c23);
    p.onStatus = QColor(0xffffff);
    p.selection = QColor(0xdce8fc);
    p.tints = tintColours();
    p.tintStrength = 0.22;
    return p;
}

Palette makeDark() {
    Palette p;
    p.isDark = true;
    p.window = QColor(0x14171c);
    p.surface = QColor(0x1b1f26);
    p.alternate = QColor(0x232831);
    p.border = QColor(0x313844);
    p.frame = QColor(0x4a5362);
    p.text = QColor(0xe4e8ef);
    p.muted = QColor(0xaeb8c7);
    p.disabled = QColor(0x969fb0);
    p.accent = QColor(0x7aabff);
    p.onAccent = QColor(0x0e1420);
    p.ok = QColor(0x5cc58d);
    p.warning = QColor(0xe0b04c);
    p.error = QColor(0xff857c);
    p.onStatus = QColor(0x14171c);
    p.selection = QColor(0x263650);
    p.tints = tintColours();
    p.tintStrength = 0.34;
    return p;
}

Palette makeHighContrastLight() {
    Palette p = makeLight();
    p.isHighContrast = true;
    p.window = p.surface = QColor(0xffffff);
    p.alternate = QColor(0xececec);
    p.border = p.frame = p.text = QColor(0xff000000);
    p.muted = QColor(0x333333);
    p.disabled = QColor(0x424242);
    p.accent = QColor(0x00369a);
    p.ok = QColor(0x004d24);
    p.warning = QColor(0x573700);
    p.error = QColor(0x85000d);
    p.selection = QColor(0xbfdcff);
    p.tintStrength = 0.30;
    return p;
}

Palette makeHighContrastDark() {
    Palette p = makeDark();
    p.isHighContrast = true;
    p.window = p.surface = QColor(0xff000000);
    p.alternate = QColor(0x202020);
    p.border = p.frame = p.text = QColor(0xffffff);
    p.muted = QColor(0xd8d8d8);
    p.disabled = QColor(0xc8c8c8);
    p.accent = QColor(0xaed3ff);
    p.onAccent = p.onStatus = QColor(0xff000000);
    p.ok = QColor(0x8ff5bd);
    p.warning = QColor(0xffe08a);
    p.error = QColor(0xffc0ba);
    p.selection = QColor(0x0a3573);
    p.tintStrength = 0.42;
    return p;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

}  // namespace

const Palette& Palette::light() {
    static const Palette palette = makeLight();
    return palette;
}

const Palette& Palette::dark() {
    static const Palette palette = makeDark();
    return palette;
}

const Palette& Palette::highContrastLight() {
    static const Palette palette = makeHighContrastLight();
    return palette;
}

const Palette& Palette::highContrastDark() {
    static const Palette palette = makeHighContrastDark();
    return palette;
}

const Palette& Palette::forTheme(Theme theme) {
    switch (theme) {
        case Theme::Dark:
            return dark();
        case Theme::HighContrastLight:
            return highContrastLight();
        case Theme::HighContrastDark:
            return highContrastDark();
        case Theme::System:
        case Theme::Light:
            break;
    }
    return light();
}

const Palette& Palette::of(const QPalette& palette) {
    const QColor window = palette.color(QPalette::Active, QPalette::Window);
    const QColor text = palette.color(QPalette::Active, QPalette::WindowText);
    for (const Palette* candidate : {&highContrastLight(), &highContrastDark()}) {
        if (window.rgb() == candidate->window.rgb() && text.rgb() == candidate->text.rgb()) {
            return *candidate;
        }
    }
    return relativeLuminance(window) < relativeLuminance(text) ? dark() : light();
}

QColor Palette::tintFor(int index) const {
    return tints[static_cast<std::size_t>((index % TintCount + TintCount) % TintCount)];
}

QColor Palette::tintFill(int index) const {
    return blend(tintFor(index), tintStrength);
}

QColor Palette::blend(const QColor& colour, qreal strength) const {
    const auto mix = [&](int over, int under) { return qRound(over * strength + under * (1 - strength)); };
    return {mix(colour.red(), surface.red()), mix(colour.green(), surface.green()), mix(colour.blue(), surface.blue())};
}

QPalette Palette::toQPalette() const {
    QPalette qt;
    const auto setAll = [&](QPalette::ColorRole role, const QColor& colour) {
        qt.setColor(QPalette::All, role, colour);
    };
    setAll(QPalette::Window, window);
    setAll(QPalette::WindowText, text);
    setAll(QPalette::Base, surface);
    setAll(QPalette::AlternateBase, alternate);
    setAll(QPalette::Text, text);
    setAll(QPalette::PlaceholderText, muted);
    setAll(QPalette::Button, surface);
    setAll(QPalette::ButtonText, text);
    setAll(QPalette::BrightText, error);
    setAll(QPalette::ToolTipBase, alternate);
    setAll(QPalette::ToolTipText, text);
    // Selected text keeps its colour: colours of values and diagnostics must survive selection.
    setAll(QPalette::Highlight, selection);
    setAll(QPalette::HighlightedText, text);
    setAll(QPalette::Link, accent);
    setAll(QPalette::LinkVisited, accent);
    setAll(QPalette::Light, surface);
    setAll(QPalette::Midlight, alternate);
    setAll(QPalette::Mid, border);
    setAll(QPalette::Dark, frame);
    setAll(QPalette::Shadow, frame);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                                           QPalette::HighlightedText, QPalette::PlaceholderText}) {
        qt.setColor(QPalette::Disabled, role, disabled);
    }
    return qt;
}

double relativeLuminance(const QColor& colour) {
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrastRatio(const QColor& first, const QColor& second) {
    const double a = relativeLuminance(first);
    const double b = relativeLuminance(second);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}  // namespace brokerscope
