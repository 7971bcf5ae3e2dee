#include "ui/timeline/time_ticks.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::array<std::int64_t, 34> kSteps = {1,
                                                 2,
                                                 5,
                                                 10,
                                                 20,
                                                 50,
                                                 100,
                                                 200,
                                                 500,
                                                 kSecond,
                                                 2 * kSecond,
                                                 5 * kSecond,
                                                 10 * kSecond,
                                                 15 * kSecond,
                                                 30 * kSecond,
                                                 kMinute,
                                                 2 * kMinute,
                                                 5 * kMinute,
                                                 10 * kMinute,
                                                 15 * kMinute,
                                                 30 * kMinute,
                                                 kHour,
                                                 2 * kHour,
                                                 3 * kHour,
                                                 6 * kHour,
                                                 12 * kHour,
                                                 kDay,
                                                 2 * kDay,
                                                 7 * kDay,
                                                 14 * kDay,
                                                 28 * kDay,
                                                 56 * kDay,
                                                 91 * kDay,
                                                 182 * kDay};
constexpr std::size_t kMostTicks = 2000;

std::int64_t stepFor(double leastMs) {
    const auto* found =
        std::ranges::find_if(kSteps, [leastMs](std::int64_t step) { return static_cast<double>(step) >= leastMs; });
    return found == kSteps.end() ? kSteps.back() : *found;
}

std::int64_t offsetMs(std::int64_t ms, const QTimeZone& zone) {
    return kSecond * zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC));
}

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

QString labelOf(const QDateTime& time, std::int64_t step) {
    if (step >= kDay || (step >= kSecond && time.time() == QTime(0, 0))) {
        return time.toString(QStringLiteral("d MMM"));
    }
    return time.toString(step >= kMinute   ? QStringLiteral("HH:mm")
                         : step >= kSecond ? QStringLiteral("HH:mm:ss")
                                           : QStringLiteral("HH:mm:ss.zzz"));
}

}  // namespace

std::vector<TimeTick> timeTicks(const TimeScale& scale, const QTimeZone& zone, int leastDistance) {
    const std::int64_t step = stepFor(scale.msPerPixel() * std::max(1, leastDistance));
    std::vector<TimeTick> ticks;
    const std::int64_t end = scale.toMs();
    // Round times of the zone are a grid that moves where its offset changes, so each tick is laid with its own.
    std::int64_t local = floorTo(scale.fromMs() + offsetMs(scale.fromMs(), zone), step);
    for (; ticks.size() < kMostTicks; local += step) {
        const std::int64_t guess = local - offsetMs(local, zone);
        const std::int64_t ms = local - offsetMs(guess, zone);
        if (ms > end) {
            break;
        }
        const double x = scale.xOf(ms);
        const bool isNear = !ticks.empty() && x - ticks.back().x < leastDistance / 2.0;
        if (ms >= scale.fromMs() && !isNear) {
            ticks.push_back({ms, x, labelOf(QDateTime::fromMSecsSinceEpoch(ms, zone), step)});
        }
    }
    return ticks;
}

QString momentText(std::int64_t ms, const QTimeZone& zone) {
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(QStringLiteral("d MMM yyyy HH:mm:ss.zzz"));
}

QString clockText(std::int64_t ms, const QTimeZone& zone) {
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString dayText(std::int64_t ms, const QTimeZone& zone) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ms, zone);
    const int minutes = zone.offsetFromUtc(time) / 60;
    const QString offset = minutes == 0 ? QString()
                                        : QStringLiteral("%1%2:%3")
                                              .arg(minutes < 0 ? QLatin1Char('-') : QLatin1Char('+'))
                                              .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
                                              .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
    return time.toString(QStringLiteral("d MMM yyyy")) + QStringLiteral(" UTC") + offset;
}

}  // namespace brokerscope
