#include "core/base/utc_time.h"

#include <chrono>
#include <fmt/format.h>

namespace brokerscope {

std::string utcTime(std::int64_t milliseconds) {
    using namespace std::chrono;
    // Days of the years 1 and 9999, beyond which calendars are of no use.
    constexpr sys_days kFirst = year(1) / January / 1;
    constexpr sys_days kLast = year(9999) / December / 31;
    const sys_time<std::chrono::milliseconds> moment{std::chrono::milliseconds(milliseconds)};
    if (moment < kFirst || moment >= kLast + days(1)) {
        return {};
    }
    const sys_days day = floor<days>(moment);
    const year_month_day date(day);
    const std::int64_t rest = (moment - day).count();
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), rest / 3600000,
                       rest / 60000 % 60, rest / 1000 % 60, rest % 1000);
}

}  // namespace brokerscope
