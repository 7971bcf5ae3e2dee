#include "ui/style/fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QStringList>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int SmallestPixelSize = 8;

// A list that names only installed families: Qt answers with any face where it finds none, also with one of the wrong
// kind.
QStringList installed(const QStringList& wanted) {
    const QStringList families = QFontDatabase::families();
    QStringList found;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(found),
                 [&](const QString& family) { return families.contains(family, Qt::CaseInsensitive); });
    return found;
}

QFont fontFrom(const QStringList& wanted, QFontDatabase::SystemFont otherwise, int pixelSize) {
    QFont font = QFontDatabase::systemFont(otherwise);
    const QStringList families = installed(wanted);
    if (!families.isEmpty()) {
        font.setFamilies(families);
    }
    font.setPixelSize(std::max(SmallestPixelSize, pixelSize));
    return font;
}

int applicationPixelSize() {
    return QFontInfo(QGuiApplication::font()).pixelSize();
}

}  // namespace

int desktopFontSize() {
    const int size = QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).pixelSize();
    return std::clamp(size, kStandardFontSize, kLargestFontSize);
}

QFont uiFont(int pixelSize) {
    return fontFrom({QStringLiteral("Inter"), QStringLiteral("Segoe UI"), QStringLiteral("DejaVu Sans")},
                    QFontDatabase::GeneralFont, pixelSize);
}

QFont monospaceFont(int pixelSize) {
    QFont font = fontFrom({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Consolas"), QStringLiteral("Menlo")},
                          QFontDatabase::FixedFont, pixelSize < 0 ? applicationPixelSize() - 1 : pixelSize);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return font;
}

QFont headingFont() {
    QFont font = QGuiApplication::font();
    font.setPixelSize(applicationPixelSize() + 4);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallFont() {
    QFont font = QGuiApplication::font();
    font.setPixelSize(std::max(SmallestPixelSize, applicationPixelSize() - 2));
    return font;
}

}  // namespace brokerscope
