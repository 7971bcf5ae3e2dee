#include "core/schema/overlay_condition.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool containsAny(const OverlayValue& value, const std::vector<OverlayValue>& parts) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr &&
           std::any_of(parts.begin(), parts.end(), [whole = asciiLowered(*text)](const OverlayValue& part) {
               return whole.find(std::get<std::string>(part)) != std::string::npos;
           });
}

bool isNotEmpty(const OverlayValue& value) {
    const auto* size = std::get_if<ArraySize>(&value);
    return size != nullptr && size->count > 0;
}

// One part of a path: "configs", and what stands in its brackets.
struct PathPart {
    std::string_view name;
    std::string_view index;
    bool isElement = false;
};

PathPart takePart(std::string_view& path) {
    const std::string_view whole = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), whole.size() + 1));
    const std::size_t open = whole.find('[');
    if (open == whole.npos) {
        return {whole, {}, false};
    }
    return {whole.substr(0, open), whole.substr(open + 1, whole.find(']') - open - 1), true};
}

}  // namespace

bool OverlayCondition::holdsFor(const OverlayValue& value) const {
    const bool listed = std::find(values.begin(), values.end(), value) != values.end();
    switch (test) {
        case Test::In:
        case Test::Equals:
            return listed;
        case Test::NotIn:
            return !listed;
        case Test::IsNull:
            return std::holds_alternative<NullValue>(value) == std::get<bool>(values.front());
        case Test::NotEmpty:
            return isNotEmpty(value) == std::get<bool>(values.front());
        case Test::ContainsAny:
            return containsAny(value, values);
    }
    return false;
}

bool OverlayScope::applies(int version, const ReadOverlayValues& read, std::string_view at) const {
    const auto holdsSomewhere = [&](const OverlayCondition& condition) {
        const auto values = read(alignPath(condition.path, at));
        return std::any_of(values.begin(), values.end(), [&](const OverlayValue& v) { return condition.holdsFor(v); });
    };
    const auto holdsEverywhere = [&](const OverlayCondition& condition) {
        const auto values = read(alignPath(condition.path, at));
        return !values.empty() &&
               std::all_of(values.begin(), values.end(), [&](const OverlayValue& v) { return condition.holdsFor(v); });
    };
    return versions.contains(version) && std::all_of(when.begin(), when.end(), holdsSomewhere) &&
           std::none_of(unless.begin(), unless.end(), holdsEverywhere);
}

std::string alignPath(std::string_view pattern, std::string_view concrete) {
    std::string result;
    bool together = true;
    while (!pattern.empty()) {
        const PathPart wanted = takePart(pattern);
        const PathPart given = takePart(concrete);
        together = together && wanted.name == given.name && wanted.isElement == given.isElement;
        result += result.empty() ? "" : ".";
        result += wanted.name;
        if (wanted.isElement) {
            result += '[';
            result += together ? given.index : wanted.index;
            result += ']';
        }
    }
    return result;
}

}  // namespace brokerscope
