#pragma once

#include "ui/style/icons.h"

#include <QColor>
#include <QString>

namespace brokerscope {

struct Palette;

// How good or bad news is; its colour and its icon.
enum class StatusKind : std::uint8_t { Neutral, Ok, Info, Warning, Error };

QColor statusColour(const Palette& palette, StatusKind kind);
// Neutral has no icon: an empty name.
QString statusIconName(StatusKind kind);
IconRole statusIconRole(StatusKind kind);
// "warning", "error" …, translated, for those who see no colour; empty for Neutral.
QString statusName(StatusKind kind);

}  // namespace brokerscope
