#include "core/topology/kafka_release.h"

#include "core/schema/version_range.h"

namespace brokerscope {
namespace {

// A number as version ranges write one.
std::optional<int> releaseNumber(std::string_view text) {
    const auto number = VersionRange::parse(text);
    return number && !number->isEmpty() && number->min == number->max && number->toString() == text
               ? std::optional<int>(number->min)
               : std::nullopt;
}

}  // namespace

std::optional<KafkaRelease> KafkaRelease::parse(std::string_view text) {
    const std::size_t firstDot = text.find('.');
    if (firstDot == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(firstDot + 1);
    const std::size_t secondDot = rest.find('.');
    const auto major = releaseNumber(text.substr(0, firstDot));
    const auto minor = releaseNumber(rest.substr(0, secondDot));
    const bool hasGoodPatch = secondDot == std::string_view::npos || releaseNumber(rest.substr(secondDot + 1));
    if (!major || !minor || !hasGoodPatch) {
        return std::nullopt;
    }
    return KafkaRelease{*major, *minor};
}

std::optional<KafkaReleaseRange> KafkaReleaseRange::parse(std::string_view text) {
    const bool open = !text.empty() && text.back() == '+';
    const std::size_t dash = text.find('-');
    const auto first = KafkaRelease::parse(open ? text.substr(0, text.size() - 1) : text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : KafkaRelease::parse(text.substr(dash + 1));
    if (!first || (!open && (!last || *last < *first))) {
        return std::nullopt;
    }
    return KafkaReleaseRange{*first, open ? std::nullopt : last};
}

bool KafkaReleaseRange::contains(const KafkaRelease& release) const {
    return first <= release && (!last || release <= *last);
}

}  // namespace brokerscope
