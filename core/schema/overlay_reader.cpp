#include "core/schema/overlay_reader.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace brokerscope {
namespace {

using Test = OverlayCondition::Test;

struct TestWord {
    std::string_view word;
    Test test;
};
constexpr std::array<TestWord, 6> kTests{{{"in", Test::In},
                                          {"notIn", Test::NotIn},
                                          {"equals", Test::Equals},
                                          {"isNull", Test::IsNull},
                                          {"notEmpty", Test::NotEmpty},
                                          {"containsAny", Test::ContainsAny}}};
constexpr std::array<std::string_view, 7> kConditionKeys{"path",   "in",       "notIn",      "equals",
                                                         "isNull", "notEmpty", "containsAny"};
constexpr std::array<std::string_view, 2> kSentinelKeys{"value", "name"};

void checkValues(const SchemaObject& object, std::string_view word, OverlayCondition& condition) {
    const bool wantsFlag = condition.test == Test::IsNull || condition.test == Test::NotEmpty;
    for (OverlayValue& value : condition.values) {
        auto* text = std::get_if<std::string>(&value);
        const bool fits = wantsFlag                             ? std::holds_alternative<bool>(value)
                          : condition.test == Test::ContainsAny ? text != nullptr
                                                                : true;
        if (!fits) {
            object.refuse(word, wantsFlag ? "expected true or false" : "expected texts");
        }
        // Texts are compared ignoring case, so they are kept in one case.
        if (condition.test == Test::ContainsAny) {
            *text = asciiLowered(*text);
        }
    }
}

}  // namespace

Error overlayError(const SchemaFault& fault) {
    Error error = fault.error;
    error.id = MessageId::OverlayInvalid;
    return error;
}

std::string overlayName(const nlohmann::json& file) {
    const auto name = file.is_object() ? file.find("overlay") : file.end();
    return file.is_object() && name != file.end() && name->is_string() ? name->get<std::string>() : std::string{};
}

OverlayValue readOverlayValue(const SchemaObject& rule, std::string_view key, const nlohmann::json& json,
                              bool boolsAsNumbers) {
    if (json.is_null()) {
        return NullValue{};
    }
    if (json.is_boolean()) {
        return boolsAsNumbers ? OverlayValue(std::int64_t{json.get<bool>() ? 1 : 0}) : OverlayValue(json.get<bool>());
    }
    if (json.is_number_integer()) {
        return json.get<std::int64_t>();
    }
    if (!json.is_string()) {
        rule.refuse(key, "expected a number, a text, true, false or null, found " + std::string(json.type_name()));
    }
    return json.get<std::string>();
}

std::int64_t readOverlayNumber(const SchemaObject& rule, std::string_view key) {
    const nlohmann::json* json = rule.find(key);
    if (json == nullptr || !json->is_number_integer()) {
        rule.refuse(key, "expected a whole number");
    }
    return json->get<std::int64_t>();
}

OverlayCondition readOverlayCondition(const SchemaObject& object) {
    OverlayCondition condition;
    condition.path = object.text("path");
    int tests = 0;
    for (const TestWord& entry : kTests) {
        const nlohmann::json* json = object.find(entry.word);
        if (json == nullptr) {
            continue;
        }
        ++tests;
        condition.test = entry.test;
        const bool isList = entry.test == Test::In || entry.test == Test::NotIn || entry.test == Test::ContainsAny;
        if (isList) {
            for (const nlohmann::json& element : object.array(entry.word)) {
                condition.values.push_back(readOverlayValue(object, entry.word, element));
            }
        } else {
            condition.values.push_back(readOverlayValue(object, entry.word, *json));
        }
        checkValues(object, entry.word, condition);
    }
    if (tests != 1) {
        object.refuse("path", fmt::format("a condition has one test, this one has {}", tests));
    }
    return condition;
}

std::span<const std::string_view> overlayConditionKeys() {
    return kConditionKeys;
}

OverlayScope readScope(const SchemaObject& rule) {
    OverlayScope scope;
    scope.versions = rule.versions("versions", VersionRange::all());
    for (const nlohmann::json& json : rule.array("when")) {
        scope.when.push_back(
            readOverlayCondition(SchemaObject(json, rule.file(), rule.place() + ".when", kConditionKeys)));
    }
    for (const nlohmann::json& json : rule.array("unless")) {
        scope.unless.push_back(
            readOverlayCondition(SchemaObject(json, rule.file(), rule.place() + ".unless", kConditionKeys)));
    }
    return scope;
}

Sentinel readSentinel(const SchemaObject& rule, const nlohmann::json& json) {
    const SchemaObject object(json, rule.file(), rule.place(), kSentinelKeys);
    return {readOverlayNumber(object, "value"), object.text("name")};
}

std::string rulePlace(std::string_view list, std::size_t position) {
    return fmt::format("{}[{}]", list, position);
}

}  // namespace brokerscope
