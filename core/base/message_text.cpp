#include "core/base/message_text.h"

#include "core/base/diagnostic.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace brokerscope {
namespace {

struct Row {
    std::string_view code;
    std::string_view text;
};

constexpr std::array kRows{
#define BROKERSCOPE_MESSAGE(name, code, text) Row{code, text},
#include "core/base/message_list.inc"
#undef BROKERSCOPE_MESSAGE
};

static_assert(kRows.size() == static_cast<std::size_t>(MessageId::Count));

const Row& row(MessageId id) {
    return kRows[static_cast<std::size_t>(id)];
}

MessageTranslator g_translator = nullptr;

// A number of milliseconds as people say it: "30 s", "2 min", "500 ms".
std::string durationText(std::string_view milliseconds) {
    std::uint64_t number = 0;
    const char* const end = milliseconds.data() + milliseconds.size();
    const auto [read, fault] = std::from_chars(milliseconds.data(), end, number);
    if (fault != std::errc() || read != end || number == 0 || number % 1000 != 0) {
        return std::string(milliseconds) + " ms";
    }
    const std::uint64_t seconds = number / 1000;
    return seconds % 60 == 0 ? std::to_string(seconds / 60) + " min" : std::to_string(seconds) + " s";
}

// Writes the argument of the place that `pattern` begins with; gives the place's length, 0 where there is none.
std::size_t putPlace(std::string_view pattern, const std::vector<std::string>& arguments, std::string& text) {
    const std::size_t end = pattern.find('}');
    if (pattern.front() != '{' || end == std::string_view::npos || end < 2 || pattern[1] < '0' || pattern[1] > '9' ||
        (end > 2 && pattern[2] != ':')) {
        return 0;
    }
    const auto index = static_cast<std::size_t>(pattern[1] - '0');
    const std::string_view argument =
        index < arguments.size() ? std::string_view(arguments[index]) : std::string_view();
    std::string_view noun = end > 2 ? pattern.substr(3, end - 3) : std::string_view();
    if (noun == "ms") {
        text += durationText(argument);
        return end + 1;
    }
    text += argument;
    if (!noun.empty()) {
        if (argument == "1" && noun.ends_with('s')) {
            noun.remove_suffix(1);
        }
        text += ' ';
        text += noun;
    }
    return end + 1;
}

}  // namespace

std::string_view messageCode(MessageId id) {
    return row(id).code;
}

std::string_view messageTemplate(MessageId id) {
    return row(id).text;
}

void installMessageTranslator(MessageTranslator translator) {
    g_translator = translator;
}

std::string messageText(MessageId id, const std::vector<std::string>& arguments) {
    const std::string pattern =
        g_translator != nullptr ? g_translator(id, messageTemplate(id)) : std::string(messageTemplate(id));
    std::string text;
    text.reserve(pattern.size() + 32);
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t taken = putPlace(std::string_view(pattern).substr(i), arguments, text);
        if (taken == 0) {
            text += pattern[i];
        }
        i += std::max<std::size_t>(taken, 1);
    }
    return text;
}

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            break;
    }
    return "error";
}

}  // namespace brokerscope
