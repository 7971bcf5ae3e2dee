#include "app/cli/send_options.h"

#include <array>
#include <charconv>
#include <string_view>

namespace brokerscope {
namespace {

std::optional<int> parseVersion(std::string_view text) {
    int version = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), version);
    const bool whole = error == std::errc() && at == text.data() + text.size();
    return whole && version >= -32768 && version <= 32767 ? std::optional(version) : std::nullopt;
}

}  // namespace

std::optional<VersionWish> VersionWish::parse(const std::string& text) {
    VersionWish wish;
    if (text.empty()) {
        return wish;
    }
    if (text == "all") {
        wish.all = true;
        return wish;
    }
    const std::size_t dots = text.find("..");
    wish.from = parseVersion(std::string_view(text).substr(0, dots));
    wish.to = dots == std::string::npos ? wish.from : parseVersion(std::string_view(text).substr(dots + 2));
    if (!wish.from || !wish.to || *wish.from > *wish.to) {
        return std::nullopt;
    }
    return wish;
}

std::optional<ShownParts> ShownParts::parse(const std::string& text) {
    struct Word {
        std::string_view name;
        bool ShownParts::*part;
    };
    static constexpr std::array kWords{Word{"request", &ShownParts::request}, Word{"response", &ShownParts::response},
                                       Word{"hex", &ShownParts::hex}, Word{"timing", &ShownParts::timing}};
    ShownParts shown;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        bool known = false;
        for (const Word& word : kWords) {
            if (word.name == name) {
                shown.*word.part = true;
                known = true;
            }
        }
        if (!known) {
            return std::nullopt;
        }
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return shown;
}

}  // namespace brokerscope
