#include "core/base/written_time.h"

#include "core/base/saturated.h"

#include <algorithm>
#include <chrono>

namespace brokerscope {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
constexpr std::int64_t kDayMs = 24 * kHourMs;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Takes tokens from the front of a text. After the first that does not fit all fail.
class TimeTokens {
public:
    explicit TimeTokens(std::string_view text) : m_rest(text) {}

    int digits(std::size_t count) {
        const std::string_view wanted = m_rest.substr(0, count);
        m_isGood = m_isGood && wanted.size() == count && std::ranges::all_of(wanted, isDigit);
        m_rest.remove_prefix(wanted.size());
        int number = 0;
        for (const char c : wanted) {
            number = m_isGood ? number * 10 + (c - '0') : 0;
        }
        return number;
    }
    bool takes(std::string_view anyOf) {
        const bool found = !m_rest.empty() && anyOf.find(m_rest.front()) != std::string_view::npos;
        m_last = found ? m_rest.front() : '\0';
        m_rest.remove_prefix(found ? 1 : 0);
        return found;
    }
    bool takesWord(std::string_view word) {
        const bool found = m_rest.starts_with(word);
        m_rest.remove_prefix(found ? word.size() : 0);
        return found;
    }
    void need(std::string_view anyOf) { m_isGood = takes(anyOf) && m_isGood; }
    char last() const { return m_last; }
    // The digits behind a point; how many there are is told.
    int thousandths(std::size_t& count) {
        int value = 0;
        for (count = 0; !m_rest.empty() && isDigit(m_rest.front()); ++count, m_rest.remove_prefix(1)) {
            value = count < 3 ? value * 10 + (m_rest.front() - '0') : value;
        }
        m_isGood = m_isGood && count > 0;
        for (std::size_t i = count; i < 3; ++i) {
            value *= 10;
        }
        return value;
    }
    bool isEmpty() const { return m_rest.empty(); }
    bool isDone() const { return m_isGood && m_rest.empty(); }
    void check(bool holds) { m_isGood = m_isGood && holds; }

private:
    std::string_view m_rest;
    char m_last = '\0';
    bool m_isGood = true;
};

// A clock time and how long it lasts.
WrittenTime takeClock(TimeTokens& text) {
    const int hour = text.digits(2);
    text.need(":");
    const int minute = text.digits(2);
    text.check(hour <= 23 && minute <= 59);
    std::int64_t from = hour * kHourMs + minute * kMinuteMs;
    if (!text.takes(":")) {
        return {from, from + kMinuteMs, true};
    }
    const int second = text.digits(2);
    text.check(second <= 60);  // 60: a leap second
    from += second * std::int64_t{1000};
    std::int64_t span = 1000;
    if (text.takes(".,")) {
        std::size_t digits = 0;
        from += text.thousandths(digits);
        span = digits == 1 ? 100 : digits == 2 ? 10 : 1;
    }
    return {from, from + span, true};
}

// ms that the zone is ahead of UTC; nothing: none is written.
std::optional<std::int64_t> takeZone(TimeTokens& text) {
    if (text.takesWord(" UTC") || text.takes("Zz")) {
        return 0;
    }
    if (!text.takes("+-")) {
        return std::nullopt;
    }
    const int sign = text.last() == '-' ? -1 : 1;
    const int hour = text.digits(2);
    text.takes(":");
    const int minute = text.isEmpty() ? 0 : text.digits(2);
    text.check(hour <= 23 && minute <= 59);
    return sign * (hour * kHourMs + minute * kMinuteMs);
}

// UTC of a local time. Where a clock was set back the later of two moments is meant.
std::int64_t utcOf(std::int64_t localMs, const ZoneOffset& zone) {
    if (!zone) {
        return localMs;
    }
    const std::int64_t about = saturatedDifference(localMs, zone(localMs));
    return saturatedDifference(localMs, zone(about));
}

std::optional<WrittenTime> readDated(std::string_view text, const ZoneOffset& zone) {
    using namespace std::chrono;
    TimeTokens rest(text);
    const int y = rest.digits(4);
    rest.need("-");
    const int m = rest.digits(2);
    rest.need("-");
    const int d = rest.digits(2);
    const year_month_day date{year(y), month(static_cast<unsigned>(m)), day(static_cast<unsigned>(d))};
    WrittenTime time{0, kDayMs, false};
    std::optional<std::int64_t> ahead;
    if (rest.takes("Tt ")) {
        time = takeClock(rest);
        ahead = takeZone(rest);
    }
    if (!rest.isDone() || !date.ok()) {
        return std::nullopt;
    }
    const std::int64_t midnight = milliseconds(sys_days(date).time_since_epoch()).count();
    const auto moment = [&](std::int64_t ms) { return ahead ? midnight + ms - *ahead : utcOf(midnight + ms, zone); };
    return WrittenTime{moment(time.fromMs), moment(time.toMs), false};
}

}  // namespace

int WrittenTime::compare(std::int64_t timeMs, const ZoneOffset& zone) const {
    std::int64_t at = timeMs;
    if (isOfAnyDay) {
        at = (timeMs % kDayMs + (zone ? zone(timeMs) : 0)) % kDayMs;
        at += at < 0 ? kDayMs : 0;
    }
    return at < fromMs ? -1 : at < toMs ? 0 : 1;
}

std::int64_t WrittenTime::momentOn(std::int64_t dayMs, const ZoneOffset& zone) const {
    if (!isOfAnyDay) {
        return fromMs;
    }
    const std::int64_t localMs = saturatedSum(dayMs, zone ? zone(dayMs) : 0);
    const std::int64_t sinceMidnight = (localMs % kDayMs + kDayMs) % kDayMs;
    return utcOf(saturatedSum(localMs, fromMs - sinceMidnight), zone);
}

std::optional<WrittenTime> readTime(std::string_view text, const ZoneOffset& zone) {
    if (text.size() < 3 || text[2] != ':') {
        return readDated(text, zone);
    }
    TimeTokens rest(text);
    const WrittenTime time = takeClock(rest);
    return rest.isDone() ? std::optional(time) : std::nullopt;
}

}  // namespace brokerscope
