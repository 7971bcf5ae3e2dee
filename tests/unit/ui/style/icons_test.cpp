#include "ui/style/icons.h"

#include "ui/style/application_style.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QPixmap>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// The colour of the most opaque pixel; invalid where everything is transparent.
QColor lineColour(const QImage& image) {
    QColor best;
    int opacity = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() > opacity) {
                opacity = pixel.alpha();
                best = pixel;
            }
        }
    }
    return best;
}

void expectNear(const QColor& actual, const QColor& wanted, const std::string& what) {
    ASSERT_TRUE(actual.isValid()) << what << " is empty";
    EXPECT_NEAR(actual.red(), wanted.red(), 4) << what;
    EXPECT_NEAR(actual.green(), wanted.green(), 4) << what;
    EXPECT_NEAR(actual.blue(), wanted.blue(), 4) << what;
}

QImage drawn(const QIcon& icon, int size = 24) {
    return icon.pixmap(QSize(size, size), 1.0).toImage();
}

TEST(Icons, EveryOneDrawsLinesInTheTextColour) {
    applyStyle(*qApp, Theme::Light);
    const QStringList names = iconNames();
    ASSERT_GE(names.size(), 50);
    for (const QString& name : names) {
        expectNear(lineColour(drawn(icon(name))), Palette::light().text, name.toStdString());
    }
}

TEST(Icons, ExistForEveryPage) {
    for (const auto* name : {"cluster", "compose", "traffic", "groups", "topics", "files", "proxy", "reference"}) {
        EXPECT_FALSE(icon(QString::fromLatin1(name)).isNull()) << name;
    }
}

TEST(Icons, UnknownNameIsNull) {
    EXPECT_TRUE(icon(QStringLiteral("no-such-icon")).isNull());
    EXPECT_TRUE(icon(QString()).isNull());
}

TEST(Icons, FollowTheThemeWithoutBeingMadeAnew) {
    applyStyle(*qApp, Theme::Light);
    const QIcon send = icon(QStringLiteral("send"));
    expectNear(lineColour(drawn(send)), Palette::light().text, "light");
    applyStyle(*qApp, Theme::Dark);
    expectNear(lineColour(drawn(send)), Palette::dark().text, "dark");
    applyStyle(*qApp, Theme::Light);
}

TEST(Icons, RolesAndModes) {
    applyStyle(*qApp, Theme::Light);
    const QString name = QStringLiteral("warning");
    const Palette& palette = Palette::light();
    expectNear(lineColour(drawn(icon(name, IconRole::Error))), palette.error, "error");
    expectNear(lineColour(drawn(icon(name, IconRole::Muted))), palette.muted, "muted");
    expectNear(lineColour(icon(name).pixmap(QSize(24, 24), 1.0, QIcon::Disabled).toImage()), palette.disabled,
               "disabled");
    expectNear(lineColour(icon(name).pixmap(QSize(24, 24), 1.0, QIcon::Normal, QIcon::On).toImage()), palette.accent,
               "on");
}

TEST(Icons, AreSharpAtTwiceTheDensity) {
    const QPixmap pixmap = icon(QStringLiteral("send")).pixmap(QSize(16, 16), 2.0);
    EXPECT_EQ(pixmap.size(), QSize(32, 32));
    EXPECT_EQ(pixmap.devicePixelRatio(), 2.0);
}

}  // namespace
}  // namespace brokerscope
