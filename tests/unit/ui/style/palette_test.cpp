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

TEST(Palette, TextCanBeReadOnEverySurface) {
    for (const auto& [name, palette] : allPalettes()) {
        const double wanted = palette.isHighContrast ? 7.0 : 4.5;
        for (const QColor& ground : {palette.window, palette.surface, palette.alternate, palette.selection}) {
            EXPECT_GE(contrastRatio(palette.text, ground), wanted) << name << ' ' << ground.name().toStdString();
            EXPECT_GE(contrastRatio(palette.muted, ground), palette.isHighContrast ? 5.0 : 4.0)
                << name << ' ' << ground.name().toStdString();
        }
        for (const QColor& colour : {palette.ok, palette.warning, palette.error, palette.accent}) {
            EXPECT_GE(contrastRatio(colour, palette.surface), 4.0) << name << ' ' << colour.name().toStdString();
        }
        EXPECT_GE(contrastRatio(palette.onAccent, palette.accent), 4.5) << name;
        for (const QColor& colour : {palette.ok, palette.warning, palette.error}) {
            EXPECT_GE(contrastRatio(palette.onStatus, colour), 4.5) << name << ' ' << colour.name().toStdString();
        }
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
