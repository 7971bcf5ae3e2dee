#include "app/cli/fetch_from.h"

#include <charconv>
#include <chrono>

namespace brokerscope {
namespace {

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && at == text.data() + text.size();
    return isNumber && number >= 0 ? std::optional(number) : std::nullopt;
}

// Takes tokens from the front of a text. After the first that does not fit all fail.
class TextTaker {
public:
    explicit TextTaker(std::string_view text) : m_rest(text) {}

    int digits(std::size_t count) {
        const auto number = m_rest.size() < count ? std::nullopt : wholeNumber(m_rest.substr(0, count));
        m_isGood = m_isGood && number.has_value();
        m_rest.remove_prefix(std::min(count, m_rest.size()));
        return static_cast<int>(number.value_or(0));
    }
    bool takes(std::string_view anyOf) {
        const bool found = !m_rest.empty() && anyOf.find(m_rest.front()) != std::string_view::npos;
        m_last = found ? m_rest.front() : '\0';
        m_rest.remove_prefix(found ? 1 : 0);
        return found;
    }
    void need(std::string_view anyOf) { m_isGood = takes(anyOf) && m_isGood; }
    char last() const { return m_last; }
    // The digits behind a point, as thousandths; further ones are dropped.
    int thousandths() {
        int value = 0;
        std::size_t count = 0;
        for (; !m_rest.empty() && m_rest.front() >= '0' && m_rest.front() <= '9'; ++count, m_rest.remove_prefix(1)) {
            value = count < 3 ? value * 10 + (m_rest.front() - '0') : value;
        }
        m_isGood = m_isGood && count > 0;
        for (; count < 3; ++count) {
            value *= 10;
        }
        return value;
    }
    bool isEmpty() const { return m_rest.empty(); }
    bool isDone() const { return m_isGood && m_rest.empty(); }
    void fail() { m_isGood = false; }

private:
    std::string_view m_rest;
    char m_last = '\0';
    bool m_isGood = true;
};

std::chrono::milliseconds takeTime(TextTaker& text) {
    using namespace std::chrono;
    const int hour = text.digits(2);
    text.need(":");
    const int minute = text.digits(2);
    const int second = text.takes(":") ? text.digits(2) : 0;
    const int thousandths = text.takes(".,") ? text.thousandths() : 0;
    if (hour > 23 || minute > 59 || second > 60) {
        text.fail();
    }
    return hours(hour) + minutes(minute) + seconds(second) + milliseconds(thousandths);
}

std::chrono::milliseconds takeZone(TextTaker& text) {
    using namespace std::chrono;
    if (text.takes("Zz") || !text.takes("+-")) {
        return milliseconds(0);
    }
    const int sign = text.last() == '-' ? -1 : 1;
    const int hour = text.digits(2);
    text.takes(":");
    const int minute = text.isEmpty() ? 0 : text.digits(2);
    if (hour > 23 || minute > 59) {
        text.fail();
    }
    return sign * (hours(hour) + minutes(minute));
}

}  // namespace

std::optional<std::int64_t> isoTime(std::string_view text) {
    using namespace std::chrono;
    TextTaker rest(text);
    const int y = rest.digits(4);
    rest.need("-");
    const int m = rest.digits(2);
    rest.need("-");
    const int d = rest.digits(2);
    const year_month_day date{year(y), month(static_cast<unsigned>(m)), day(static_cast<unsigned>(d))};
    milliseconds time{0};
    if (rest.takes("Tt ")) {
        time = takeTime(rest);
        time -= takeZone(rest);
    }
    if (!rest.isDone() || !date.ok()) {
        return std::nullopt;
    }
    return (milliseconds(sys_days(date).time_since_epoch()) + time).count();
}

Result<void> readFetchFrom(std::string_view text, FetchOptions& options) {
    if (text == "beginning" || text == "end") {
        options.from = text == "end" ? FetchFrom::End : FetchFrom::Beginning;
        return {};
    }
    const bool isTime = text.starts_with('@');
    const std::string_view number = text.substr(isTime ? 1 : 0);
    auto value = wholeNumber(number);
    if (isTime && !value) {
        value = isoTime(number);
    }
    if (!value || *value < 0) {
        return failure(MessageId::InvalidValue,
                       {"--from", std::string(text),
                        "beginning, end, an offset, or @ with ms since 1970 or a time such as 2026-11-30T12:00:00Z"});
    }
    options.from = isTime ? FetchFrom::Timestamp : FetchFrom::Offset;
    options.value = *value;
    return {};
}

Result<void> readFetchTopic(std::string_view text, FetchOptions& options) {
    const std::size_t colon = text.rfind(':');
    options.topic = text.substr(0, colon);
    if (colon != std::string_view::npos) {
        const auto partition = wholeNumber(text.substr(colon + 1));
        if (!partition || *partition > INT32_MAX) {
            return failure(MessageId::InvalidValue, {"TOPIC", std::string(text), "TOPIC or TOPIC:PARTITION"});
        }
        options.partition = static_cast<std::int32_t>(*partition);
    }
    if (options.topic.empty()) {
        return failure(MessageId::InvalidValue, {"TOPIC", std::string(text), "TOPIC or TOPIC:PARTITION"});
    }
    return {};
}

}  // namespace brokerscope
