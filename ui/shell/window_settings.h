#pragma once

#include "core/base/limits.h"
#include "ui/hexview/hex_options.h"
#include "ui/style/theme.h"

#include <QByteArray>
#include <QHash>
#include <QString>

namespace brokerscope {

// What the window remembers from one run to the next. A value: whoever owns the place where it is kept reads it before
// the window is made and writes it after the window closed. Empty parts stand for the first start.
struct WindowSettings {
    QByteArray geometry;                 // of the window
    QString page;                        // pageName() of the page that was shown
    QHash<QString, QByteArray> layouts;  // splitters and columns by their name
    QString bootstrap;                   // the last address that was connected to
    Theme theme = Theme::System;
    Limits limits;
    HexOptions hex;
    int fontSize = 0;  // pixels of plain text; 0: as the desktop has it
};

// The limits that are not as they are by default, by name, and back again; a name that nobody knows, and a zero, are
// passed over. Only these are stored, so that a better default of a later version counts.
QHash<QString, qulonglong> changedLimits(const Limits& limits);
Limits limitsFrom(const QHash<QString, qulonglong>& changed);

}  // namespace brokerscope
