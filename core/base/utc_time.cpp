#include "core/base/utc_time.h"

#include <chrono>
#include <cstddef>

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
    const auto rest = static_cast<unsigned>((moment - day).count());
    std::string text = "0000-00-00T00:00:00.000Z";
    const auto put = [&text](std::size_t end, unsigned number) {
        for (std::size_t at = end; number > 0; number /= 10) {
            text[--at] = static_cast<char>('0' + number % 10);
        }
    };
    put(4, static_cast<unsigned>(static_cast<int>(date.year())));
    put(7, static_cast<unsigned>(date.month()));
    put(10, static_cast<unsigned>(date.day()));
    put(13, rest / 3600000);
    put(16, rest / 60000 % 60);
    put(19, rest / 1000 % 60);
    put(23, rest % 1000);
    return text;
}

}  // namespace brokerscope
