#include "app/gui/stored_settings.h"

#include <QSettings>

#include <algorithm>

namespace brokerscope {

namespace {

const QString kGeometry = QStringLiteral("window/geometry");
const QString kPage = QStringLiteral("window/page");
const QString kTheme = QStringLiteral("window/theme");
const QString kBootstrap = QStringLiteral("connection/bootstrap");
const QString kFontSize = QStringLiteral("window/fontSize");
const QString kHexColumns = QStringLiteral("bytes/columns");
const QString kHexDecimal = QStringLiteral("bytes/decimalOffsets");
constexpr int kMostColumns = 32;
const QString kLimits = QStringLiteral("limits");
const QString kLayouts = QStringLiteral("layouts");

}  // namespace

WindowSettings readStoredSettings() {
    QSettings stored;
    WindowSettings settings;
    settings.geometry = stored.value(kGeometry).toByteArray();
    settings.page = stored.value(kPage).toString();
    settings.bootstrap = stored.value(kBootstrap).toString();
    const int theme = stored.value(kTheme, static_cast<int>(Theme::System)).toInt();
    settings.theme = static_cast<Theme>(std::clamp(theme, 0, static_cast<int>(Theme::HighContrastDark)));
    settings.hex.columns = std::clamp(stored.value(kHexColumns, settings.hex.columns).toInt(), 0, kMostColumns);
    settings.hex.offsets = stored.value(kHexDecimal).toBool() ? HexOffsets::Decimal : HexOffsets::Hex;
    settings.fontSize = std::max(stored.value(kFontSize).toInt(), 0);
    QHash<QString, qulonglong> limits;
    stored.beginGroup(kLimits);
    for (const QString& name : stored.allKeys()) {
        limits.insert(name, stored.value(name).toULongLong());
    }
    stored.endGroup();
    settings.limits = limitsFrom(limits);
    stored.beginGroup(kLayouts);
    for (const QString& name : stored.allKeys()) {
        settings.layouts.insert(name, stored.value(name).toByteArray());
    }
    return settings;
}

void storeSettings(const WindowSettings& settings) {
    QSettings stored;
    stored.setValue(kGeometry, settings.geometry);
    stored.setValue(kPage, settings.page);
    stored.setValue(kTheme, static_cast<int>(settings.theme));
    stored.setValue(kBootstrap, settings.bootstrap);
    stored.setValue(kHexColumns, settings.hex.columns);
    stored.setValue(kHexDecimal, settings.hex.offsets == HexOffsets::Decimal);
    stored.setValue(kFontSize, settings.fontSize);
    stored.remove(kLimits);
    stored.beginGroup(kLimits);
    const QHash<QString, qulonglong> limits = changedLimits(settings.limits);
    for (auto limit = limits.cbegin(); limit != limits.cend(); ++limit) {
        stored.setValue(limit.key(), limit.value());
    }
    stored.endGroup();
    stored.beginGroup(kLayouts);
    for (auto layout = settings.layouts.cbegin(); layout != settings.layouts.cend(); ++layout) {
        stored.setValue(layout.key(), layout.value());
    }
}

}  // namespace brokerscope
