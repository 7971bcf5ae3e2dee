#include "app/cli/fetch_from.h"

#include "core/base/written_time.h"

#include <charconv>
#include <optional>

namespace brokerscope {
namespace {

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && at == text.data() + text.size();
    return isNumber && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<void> readFetchFrom(std::string_view text, FetchOptions& options) {
    if (text == "beginning" || text == "end") {
        options.from = text == "end" ? FetchFrom::End : FetchFrom::Beginning;
        return {};
    }
    const bool isTime = text.starts_with('@');
    const std::string_view number = text.substr(isTime ? 1 : 0);
    auto value = wholeNumber(number);
    if (isTime && !value) {
        const auto time = readTime(number);
        value = time && !time->isOfAnyDay ? std::optional(time->fromMs) : std::nullopt;
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
