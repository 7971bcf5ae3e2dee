#include "ui/widgets/version_ticks.h"

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kTickTextGap = 8;

// Below its version, as far as the ends allow.
VersionTick tickAt(const VersionTickRoom& room, int version, const QString& text, int from, int to) {
    const int width = room.widthOf(text);
    return {text, std::max(from, std::min(room.middleOf(version) - width / 2, to - width))};
}

}  // namespace

std::vector<VersionTick> versionTicks(const VersionTickRoom& room, const QString& flexibleText) {
    const VersionTick first = tickAt(room, room.lowest, QString::number(room.lowest), 0, room.width);
    const VersionTick last = tickAt(room, room.highest, QString::number(room.highest), 0, room.width);
    const int afterFirst = first.left + room.widthOf(first.text) + kTickTextGap;
    const int beforeLast = last.left - kTickTextGap;
    const bool isWithin =
        room.firstFlexible && *room.firstFlexible >= room.lowest && *room.firstFlexible <= room.highest;
    if (!isWithin) {
        return room.lowest == room.highest || afterFirst > last.left ? std::vector{first} : std::vector{first, last};
    }
    const int width = room.widthOf(flexibleText);
    const bool hasFirst = *room.firstFlexible > room.lowest && width <= room.width - afterFirst;
    const int from = hasFirst ? afterFirst : 0;
    const bool hasLast = *room.firstFlexible < room.highest && width <= beforeLast - from;
    std::vector<VersionTick> ticks;
    if (hasFirst) {
        ticks.push_back(first);
    }
    ticks.push_back(tickAt(room, *room.firstFlexible, flexibleText, from, hasLast ? beforeLast : room.width));
    if (hasLast) {
        ticks.push_back(last);
    }
    return ticks;
}

}  // namespace brokerscope
