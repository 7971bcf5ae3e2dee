#include "ui/style/application_style.h"

#include "ui/style/flat_style.h"
#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QToolTip>

namespace brokerscope {

namespace {

const Palette& paletteFor(Theme theme) {
    if (theme != Theme::System) {
        return Palette::forTheme(theme);
    }
    // An empty palette asks the platform for its own.
    QApplication::setPalette(QPalette());
    return Palette::of(QApplication::palette());
}

}  // namespace

void applyStyle(QApplication& /*application*/, Theme theme, int fontPixelSize) {
    if (qobject_cast<FlatStyle*>(QApplication::style()) == nullptr) {
        QApplication::setStyle(new FlatStyle);
    }
    QApplication::setFont(uiFont(fontPixelSize));
    const QPalette palette = paletteFor(theme).toQPalette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    QToolTip::setFont(QApplication::font());
}

}  // namespace brokerscope
