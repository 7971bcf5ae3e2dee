#pragma once

#include <QIcon>
#include <QString>
#include <QStringList>

namespace brokerscope {

// Roles that an icon can be drawn in; Text follows the palette, muted where disabled and accent where selected or
// active.
enum class IconRole : std::uint8_t { Text, Muted, Accent, Ok, Warning, Error, OnAccent };

// A line icon of resources/icons by file name without ".svg", such as "send". It is coloured while it is drawn, sharp
// at any size and pixel ratio, and follows a theme change. A name that does not exist gives a null icon.
QIcon icon(const QString& name, IconRole role = IconRole::Text);

// All names, sorted.
QStringList iconNames();

}  // namespace brokerscope
