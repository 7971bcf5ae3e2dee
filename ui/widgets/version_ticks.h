#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace brokerscope {

// A text below the track of versions, in pixels from the left end of the slider.
struct VersionTick {
    QString text;
    int left = 0;
    bool operator==(const VersionTick&) const = default;
};

// What there is to label, and the room for it.
struct VersionTickRoom {
    int lowest = 0;
    int highest = 0;
    std::optional<int> firstFlexible;  // shown wherever it lies within the range
    int width = 0;
    std::function<int(int version)> middleOf;
    std::function<int(const QString& text)> widthOf;
};

// The texts from left to right, none upon another. That of the first flexible version is never left out, since its mark
// means nothing without it: it moves aside, and takes the place of a number that has no room beside it.
std::vector<VersionTick> versionTicks(const VersionTickRoom& room, const QString& flexibleText);

}  // namespace brokerscope
