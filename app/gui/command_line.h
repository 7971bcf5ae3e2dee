#pragma once

#include "ui/shell/window_settings.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace brokerscope {

// What the program was told on its command line.
struct CommandLine {
    QString bootstrap;
    std::optional<Theme> theme;
    QStringList schemas;
    QStringList files;  // and folders to open
    bool firstSteps = false;
    QString picture;
    QString pictures;
    QSize pictureSize{1440, 900};
    bool timing = false;

    QString answer;  // not empty: print this and end with `exitStatus` (help, version, or what is wrong)
    int exitStatus = 0;

    // Runs without somebody in front of it: settings are neither read nor written.
    bool isUnattended() const { return firstSteps || !pictures.isEmpty(); }
};

// Never ends the program. Status 2 and a sentence for what it does not understand.
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace brokerscope
