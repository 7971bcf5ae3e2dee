#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace brokerscope {

// ms to add to UTC at a moment, for somebody's local time. Empty: UTC.
using ZoneOffset = std::function<std::int64_t(std::int64_t timeMs)>;

// The moments that a time as people write it names, [fromMs, toMs): "2026-11-30 10:41" is a whole minute. In ms since
// 1970; of a clock time alone in ms since midnight, of any day.
struct WrittenTime {
    std::int64_t fromMs = 0;
    std::int64_t toMs = 0;
    bool isOfAnyDay = false;

    // Below 0: the moment is before it; 0: within it; above 0: after it. `zone` tells the clock of the moment.
    int compare(std::int64_t timeMs, const ZoneOffset& zone = {}) const;
    // The first of its moments; of any day, that of the day of `dayMs`.
    std::int64_t momentOn(std::int64_t dayMs, const ZoneOffset& zone = {}) const;
};

// ISO 8601 with a blank for the T where one likes; nothing for any other text, dates that there are not included:
//
//   time  = date [ ( "T" | " " ) clock [ zone ] ] | clock
//   date  = year "-" month "-" day                        ; 4, 2 and 2 digits
//   clock = hour ":" minute [ ":" second [ ( "." | "," ) digits ] ]
//   zone  = "Z" | " UTC" | ( "+" | "-" ) hour [ [ ":" ] minute ]
//
// Without a zone a date is in `zone`. Digits beyond ms are dropped.
std::optional<WrittenTime> readTime(std::string_view text, const ZoneOffset& zone = {});

}  // namespace brokerscope
