#include "ui/style/palette.h"

#include "ui/style/application_style.h"

#include <QApplication>

#include <gtest/gtest.h>

#include <cmath>

namespace brokerscope {
namespace {

struct NamedPalette {
    const char* name;
    const Palette& palette;
};

std::vector<NamedPalette> allPalettes() {
    return {{"light", Palette::light()},
            {"dark", Palette::dark()},
            {"high contrast light", Palette::highContrastLight()},
            {"high contrast dark", Palette::highContrastDark()}};
}

// Whatever has the colour of a text somewhere: what is disabled, or of another version, is read as well.
std::vector<QColor> textColours(const Palette& palette) {
    return {palette.text, palette.muted, palette.disabled, palette.accent, palette.ok, palette.warning, palette.error};
}

// Whatever text stands on, the grounds of messages and of rows with remarks included.
std::vector<QColor> grounds(const Palette& palette) {
    std::vector<QColor> colours{palette.window, palette.surface, palette.alternate, palette.selection};
    for (const QColor& status : {palette.ok, palette.warning, palette.error, palette.accent}) {
        for (const qreal strength : {0.08, 0.10}) {
            colours.push_back(palette.blend(status, strength));
        }
    }
    return colours;
}

TEST(Palette, EveryTextCanBeReadOnEveryGround) {
    for (const auto& [name, palette] : allPalettes()) {
        const double wanted = palette.isHighContrast ? 7.0 : 4.5;
        for (const QColor& ground : grounds(palette)) {
            for (const QColor& colour : textColours(palette)) {
                EXPECT_GE(contrastRatio(colour, ground), wanted)
                    << name << ' ' << colour.name().toStdString() << " on " << ground.name().toStdString();
            }
        }
        EXPECT_GE(contrastRatio(palette.onAccent, palette.accent), wanted) << name;
        for (const QColor& colour : {palette.ok, palette.warning, palette.error}) {
            EXPECT_GE(contrastRatio(palette.onStatus, colour), wanted) << name << ' ' << colour.name().toStdString();
        }
    }
}

// Ranks of text are told apart, too: what exists from what does not, and both from what is of second rank.
TEST(Palette, RanksOfTextDiffer) {
    for (const auto& [name, palette] : allPalettes()) {
        EXPECT_GT(contrastRatio(palette.text, palette.surface), contrastRatio(palette.muted, palette.surface)) << name;
        EXPECT_GT(contrastRatio(palette.muted, palette.surface), contrastRatio(palette.disabled, palette.surface))
            << name;
        EXPECT_GE(contrastRatio(palette.text, palette.disabled), 1.5) << name;
    }
}

TEST(Palette, TextCanBeReadOnEveryTint) {
    for (const auto& [name, palette] : allPalettes()) {
        for (int tint = 0; tint < Palette::TintCount; ++tint) {
            EXPECT_GE(contrastRatio(palette.text, palette.tintFill(tint)), 7.0) << name << ' ' << tint;
            // A tinted byte is seen to be tinted.
            EXPECT_GE(contrastRatio(palette.tintFill(tint), palette.surface), 1.1) << name << ' ' << tint;
        }
    }
}

TEST(Palette, NeighbouringTintsAreNotAlike) {
    for (const auto& [name, palette] : allPalettes()) {
        for (int tint = 0; tint < Palette::TintCount; ++tint) {
            const QColor here = palette.tintFill(tint);
            const QColor next = palette.tintFill(tint + 1);
            const double distance =
                std::hypot(here.red() - next.red(), here.green() - next.green(), here.blue() - next.blue());
            EXPECT_GE(distance, 15.0) << name << ' ' << tint;
        }
    }
}

TEST(Palette, TintNumbersGoRound) {
    const Palette& palette = Palette::light();
    EXPECT_EQ(palette.tintFor(8), palette.tintFor(0));
    EXPECT_EQ(palette.tintFor(-1), palette.tintFor(7));
    EXPECT_EQ(palette.tintFor(-8), palette.tintFor(0));
}

TEST(Palette, IsFoundAgainFromItsQtPalette) {
    for (const auto& [name, palette] : allPalettes()) {
        EXPECT_EQ(&Palette::of(palette.toQPalette()), &palette) << name;
    }
}

TEST(Palette, OfAForeignPaletteGoesByLuminance) {
    QPalette foreign;
    foreign.setColor(QPalette::Window, QColor(40, 42, 54));
    foreign.setColor(QPalette::WindowText, QColor(248, 248, 242));
    EXPECT_EQ(&Palette::of(foreign), &Palette::dark());
    foreign.setColor(QPalette::Window, QColor(253, 246, 227));
    foreign.setColor(QPalette::WindowText, QColor(101, 123, 131));
    EXPECT_EQ(&Palette::of(foreign), &Palette::light());
}

TEST(Palette, DisabledTextStepsBack) {
    const QPalette qt = Palette::light().toQPalette();
    EXPECT_EQ(qt.color(QPalette::Disabled, QPalette::Text), Palette::light().disabled);
    EXPECT_EQ(qt.color(QPalette::Active, QPalette::Text), Palette::light().text);
}

TEST(ContrastRatio, KnownValues) {
    EXPECT_NEAR(contrastRatio(Qt::black, Qt::white), 21.0, 0.001);
    EXPECT_NEAR(contrastRatio(Qt::white, Qt::white), 1.0, 0.001);
    EXPECT_NEAR(contrastRatio(QColor(0x777777), Qt::white), 4.478, 0.01);
}

TEST(ApplyStyle, ThemeChangesAtRunTime) {
    applyStyle(*qApp, Theme::Light);
    EXPECT_EQ(&Palette::of(QApplication::palette()), &Palette::light());
    applyStyle(*qApp, Theme::HighContrastDark);
    EXPECT_EQ(&Palette::of(QApplication::palette()), &Palette::highContrastDark());
    applyStyle(*qApp, Theme::Dark);
    EXPECT_EQ(&Palette::of(QApplication::palette()), &Palette::dark());
    // The offscreen platform has a light palette of its own.
    applyStyle(*qApp, Theme::System);
    EXPECT_EQ(&Palette::of(QApplication::palette()), &Palette::light());
}

}  // namespace
}  // namespace brokerscope
