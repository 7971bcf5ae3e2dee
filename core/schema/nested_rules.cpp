#include "core/schema/nested_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace brokerscope {
namespace {

bool isNull(const OverlayValue& value) {
    return std::holds_alternative<NullValue>(value);
}

std::string inWords(const OverlayValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return '"' + *text + '"';
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "true" : "false";
    }
    return isNull(value) ? "null" : "an array";
}

std::string inWords(const std::string& path, const std::vector<OverlayValue>& values) {
    if (values.empty()) {
        return path + " is not known";
    }
    return fmt::format("{} is {}", path, inWords(values.front()));
}

}  // namespace

const ReadOverlayValues& FactSources::of(FactSource source) const {
    switch (source) {
        case FactSource::Request:
            return request;
        case FactSource::Connection:
            return connection;
        case FactSource::Group:
            return group;
        case FactSource::Message:
            break;
    }
    return message;
}

std::vector<OverlayValue> FactPlace::read(const FactSources& facts, std::string_view at) const {
    std::vector<OverlayValue> nulls;
    for (const FactSource source : sources) {
        const ReadOverlayValues& read = facts.of(source);
        if (!read) {
            continue;
        }
        std::vector<OverlayValue> values = read(source == FactSource::Message ? alignPath(path, at) : path);
        const auto firstNull = std::stable_partition(values.begin(), values.end(),
                                                     [](const OverlayValue& value) { return !isNull(value); });
        nulls.insert(nulls.end(), firstNull, values.end());
        values.erase(firstNull, values.end());
        if (!values.empty()) {
            return values;
        }
    }
    return nulls;
}

bool NestedCondition::holds(const FactSources& facts, std::string_view at) const {
    const auto values = FactPlace{test.path, sources}.read(facts, at);
    return std::any_of(values.begin(), values.end(), [&](const OverlayValue& value) { return test.holdsFor(value); });
}

const NestedSelector* NestedRule::choose(const FactSources& facts, std::string_view at) const {
    const auto found = std::find_if(selectors.begin(), selectors.end(), [&](const NestedSelector& selector) {
        return std::all_of(selector.when.begin(), selector.when.end(),
                           [&](const NestedCondition& condition) { return condition.holds(facts, at); });
    });
    return found == selectors.end() ? nullptr : &*found;
}

std::string NestedRule::whyNone(const FactSources& facts, std::string_view at) const {
    std::string why;
    std::set<std::string> said;
    for (const NestedSelector& selector : selectors) {
        for (const NestedCondition& condition : selector.when) {
            if (said.insert(condition.test.path).second) {
                why += why.empty() ? "" : ", ";
                why += inWords(condition.test.path, FactPlace{condition.test.path, condition.sources}.read(facts, at));
            }
        }
    }
    return why;
}

const NestedRule* NestedRules::find(std::string_view message, std::string_view path, int version) const {
    const auto rules = m_rules.find(message);
    if (rules == m_rules.end()) {
        return nullptr;
    }
    const std::string pattern = pathPattern(path);
    const auto found = std::find_if(rules->second.begin(), rules->second.end(), [&](const NestedRule& rule) {
        return rule.path == pattern && rule.versions.contains(version);
    });
    return found == rules->second.end() ? nullptr : &*found;
}

std::string pathPattern(std::string_view path) {
    std::string pattern;
    bool isIndex = false;
    for (const char c : path) {
        isIndex = isIndex && c != ']';
        if (!isIndex) {
            pattern += c;
        }
        isIndex = isIndex || c == '[';
    }
    return pattern;
}

}  // namespace brokerscope
