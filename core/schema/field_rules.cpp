#include "core/schema/field_rules.h"

#include "core/schema/overlay_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace brokerscope {
namespace {

// The keys of all overlays about fields; which of them a rule needs depends on its overlay.
constexpr std::array<std::string_view, 22> kRuleKeys{
    "message",  "path",          "field", "type",       "kinds", "bits", "sentinel", "enum",
    "text",     "unlessDecoded", "when",  "unless",     "kind",  "unit", "absent",   "entity",
    "versions", "null",          "empty", "characters", "ends",  "says"};
constexpr std::array<std::string_view, 5> kFileKeys{"overlay", "rules", "enums", "bits", "endpoints"};
constexpr std::array<std::string_view, 2> kEnumKeys{"open", "values"};
constexpr std::array<std::string_view, 3> kValueKeys{"value", "name", "versions"};
constexpr std::array<std::string_view, 2> kBitKeys{"bit", "name"};

struct AspectWord {
    std::string_view overlay;
    FieldAspect aspect;
};
constexpr std::array<AspectWord, 8> kAspects{{{"bits", FieldAspect::Bits},
                                              {"emptiness", FieldAspect::Emptiness},
                                              {"entities", FieldAspect::Entity},
                                              {"enums", FieldAspect::Enum},
                                              {"errors", FieldAspect::Error},
                                              {"secrets", FieldAspect::Secret},
                                              {"texts", FieldAspect::Form},
                                              {"times", FieldAspect::Time}}};

// Whether a value has a name already in a version in which this one has it.
bool isListed(const EnumTable& table, const EnumTable::Value& value) {
    return std::any_of(table.values.begin(), table.values.end(), [&](const EnumTable::Value& other) {
        return other.value == value.value && !other.versions.intersect(value.versions).isEmpty();
    });
}

void readEnums(const SchemaObject& file, MeaningTables& tables) {
    const nlohmann::json* lists = file.find("enums");
    if (lists == nullptr) {
        return;
    }
    for (const auto& [name, json] : lists->items()) {
        const SchemaObject list(json, file.file(), "enums." + name, kEnumKeys);
        auto table = std::make_unique<EnumTable>();
        table->name = name;
        table->open = list.flag("open");
        for (const nlohmann::json& entry : list.array("values")) {
            const SchemaObject object(entry, file.file(), list.place(), kValueKeys);
            const nlohmann::json* value = object.find("value");
            if (value == nullptr) {
                object.refuse("value", "is missing");
            }
            const VersionRange versions = object.versions("versions", VersionRange::all());
            if (versions.isEmpty()) {
                object.refuse("versions", "is no version");
            }
            EnumTable::Value read{readOverlayValue(object, "value", *value, true), object.text("name"), versions};
            if (isListed(*table, read)) {
                object.refuse("value", value->dump() + " is there twice");
            }
            table->values.push_back(std::move(read));
        }
        tables.enums[name] = std::move(table);
    }
}

void readBits(const SchemaObject& file, MeaningTables& tables) {
    const nlohmann::json* lists = file.find("bits");
    if (lists == nullptr) {
        return;
    }
    for (const auto& [name, json] : lists->items()) {
        auto table = std::make_unique<BitTable>();
        table->name = name;
        for (const nlohmann::json& entry : json) {
            const SchemaObject object(entry, file.file(), "bits." + name, kBitKeys);
            table->bits.push_back(
                {static_cast<std::uint8_t>(object.number("bit", 63).value_or(0)), object.text("name")});
        }
        tables.bits[name] = std::move(table);
    }
}

template <typename Table>
const Table* findTable(const SchemaObject& rule, std::string_view key,
                       const std::map<std::string, std::unique_ptr<Table>, std::less<>>& tables) {
    const std::string name = rule.text(key);
    const auto found = tables.find(name);
    if (found == tables.end()) {
        rule.refuse(key, fmt::format("no list is called \"{}\"", name));
    }
    return found->second.get();
}

void readTime(const SchemaObject& rule, FieldMeaning& says) {
    const std::string kind = rule.text("kind");
    if (kind != "time" && kind != "duration") {
        rule.refuse("kind", fmt::format("\"{}\" is neither time nor duration", kind));
    }
    if (rule.text("unit") != "ms") {
        rule.refuse("unit", fmt::format("\"{}\" is not ms", rule.text("unit")));
    }
    says.time = kind == "time" ? FieldMeaning::TimeKind::Time : FieldMeaning::TimeKind::Duration;
    for (const nlohmann::json& absent : rule.array("absent")) {
        says.absentTimes.push_back(readSentinel(rule, absent));
    }
}

// "a-z0-9.-": single characters and ranges of them; a "-" at the end stands for itself.
std::bitset<256> readCharacters(const SchemaObject& rule, std::string_view key) {
    const std::string text = rule.text(key);
    std::bitset<256> set;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        const bool isRange = i + 2 < text.size() && text[i + 1] == '-';
        const auto last = isRange ? static_cast<unsigned char>(text[i + 2]) : first;
        if (last < first) {
            rule.refuse(key, fmt::format("\"{}\" has a range that runs backwards", text));
        }
        for (unsigned int c = first; c <= last; ++c) {
            set.set(c);
        }
        i += isRange ? 2 : 0;
    }
    return set;
}

TextForm readForm(const SchemaObject& rule) {
    TextForm form{readCharacters(rule, "characters"), readCharacters(rule, "ends"), rule.text("says")};
    if ((form.ends & ~form.characters).any()) {
        rule.refuse("ends", "has characters that \"characters\" lacks");
    }
    return form;
}

Emptiness readEmptiness(const SchemaObject& rule) {
    Emptiness says{rule.versions("versions", VersionRange::all()), rule.text("null", {}), rule.text("empty", {})};
    if (says.null.empty() && says.empty.empty()) {
        rule.refuse("null", "is missing, and so is \"empty\"");
    }
    return says;
}

void readMeaning(const SchemaObject& rule, const MeaningTables& tables, FieldAspect aspect, FieldMeaning& says) {
    switch (aspect) {
        case FieldAspect::Bits:
            says.bits = findTable(rule, "bits", tables.bits);
            if (const nlohmann::json* sentinel = rule.find("sentinel")) {
                says.bitsSentinel = readSentinel(rule, *sentinel);
            }
            break;
        case FieldAspect::Emptiness:
            says.emptiness.push_back(readEmptiness(rule));
            break;
        case FieldAspect::Entity:
            says.entity = rule.text("entity");
            break;
        case FieldAspect::Enum:
            says.enumeration = findTable(rule, "enum", tables.enums);
            // Versions are those of one message.
            if (says.enumeration->dependsOnVersion() && !rule.has("message")) {
                rule.refuse("enum", fmt::format("\"{}\" has values with versions, which need a message",
                                                says.enumeration->name));
            }
            break;
        case FieldAspect::Error:
            says.isErrorCode = true;
            says.errorText = rule.text("text", {});
            break;
        case FieldAspect::Form:
            says.form = readForm(rule);
            break;
        case FieldAspect::Secret:
            says.secrets.push_back(readScope(rule));
            says.secretUnlessDecoded = rule.flag("unlessDecoded");
            break;
        case FieldAspect::Time:
            readTime(rule, says);
            break;
    }
}

FieldRule readRule(const SchemaObject& object, const MeaningTables& tables, FieldAspect aspect) {
    FieldRule rule;
    rule.aspect = aspect;
    rule.file = object.file();
    rule.place = object.place();
    const bool namesMessage = object.has("message");
    rule.message = namesMessage ? object.text("message") : std::string{};
    rule.path = namesMessage ? object.text("path") : std::string{};
    rule.field = namesMessage ? std::string{} : object.text("field");
    rule.type = namesMessage ? std::string{} : object.text("type");
    for (const nlohmann::json& kind : object.array("kinds")) {
        const auto known = kind.is_string() ? messageTypeByName(kind.get<std::string>()) : std::nullopt;
        if (!known) {
            object.refuse("kinds", kind.dump() + " is not a type of message");
        }
        rule.kinds.push_back(*known);
    }
    if (object.has("versions") && !addsUp(aspect)) {
        object.refuse("versions", "is not for rules of this overlay");
    }
    readMeaning(object, tables, aspect, rule.says);
    return rule;
}

bool isInteger(FieldType type) {
    return type >= FieldType::Int8 && type <= FieldType::Int64;
}

bool enumFits(const EnumTable& table, FieldType type) {
    const bool wantsText = type == FieldType::String;
    return (wantsText || isInteger(type) || type == FieldType::Bool) &&
           std::all_of(table.values.begin(), table.values.end(), [&](const EnumTable::Value& entry) {
               return std::holds_alternative<std::string>(entry.value) == wantsText;
           });
}

bool emptinessFits(const Emptiness& says, const FieldSpec& candidate) {
    const bool mayBeNull = !candidate.nullableVersions.intersect(says.versions).isEmpty();
    return (says.null.empty() || mayBeNull) && (says.empty.empty() || candidate.isArray);
}

}  // namespace

bool FieldRule::speaksOf(const MessageSpec& spec, const FieldSpec& candidate) const {
    return candidate.jsonName == field && writtenType(candidate) == type &&
           (kinds.empty() || std::find(kinds.begin(), kinds.end(), spec.type) != kinds.end());
}

void FieldRule::apply(FieldMeaning& meaning) const {
    switch (aspect) {
        case FieldAspect::Bits:
            meaning.bits = says.bits;
            meaning.bitsSentinel = says.bitsSentinel;
            break;
        case FieldAspect::Emptiness:
            meaning.emptiness.insert(meaning.emptiness.end(), says.emptiness.begin(), says.emptiness.end());
            break;
        case FieldAspect::Entity:
            meaning.entity = says.entity;
            break;
        case FieldAspect::Enum:
            meaning.enumeration = says.enumeration;
            break;
        case FieldAspect::Error:
            meaning.isErrorCode = true;
            meaning.errorText = says.errorText;
            break;
        case FieldAspect::Form:
            meaning.form = says.form;
            break;
        case FieldAspect::Secret:
            meaning.secrets.insert(meaning.secrets.end(), says.secrets.begin(), says.secrets.end());
            meaning.secretUnlessDecoded |= says.secretUnlessDecoded;
            break;
        case FieldAspect::Time:
            meaning.time = says.time;
            meaning.absentTimes = says.absentTimes;
            break;
    }
}

bool FieldRule::fits(const FieldSpec& candidate) const {
    switch (aspect) {
        case FieldAspect::Bits:
        case FieldAspect::Time:
            return isInteger(candidate.type);
        case FieldAspect::Emptiness:
            return emptinessFits(says.emptiness.front(), candidate);
        case FieldAspect::Form:
            return candidate.type == FieldType::String;
        case FieldAspect::Enum:
            return enumFits(*says.enumeration, candidate.type);
        case FieldAspect::Error:
            return candidate.type == FieldType::Int16;
        case FieldAspect::Secret:
            return candidate.type == FieldType::String || candidate.type == FieldType::Bytes;
        case FieldAspect::Entity:
            return isInteger(candidate.type) || candidate.type == FieldType::String ||
                   candidate.type == FieldType::Uuid;
    }
    return false;
}

std::string writtenType(const FieldSpec& field) {
    return (field.isArray ? "[]" : "") + std::string(fieldTypeName(field.type));
}

void readFieldRules(const nlohmann::json& json, const std::string& file, MeaningTables& tables,
                    std::vector<FieldRule>& rules) {
    const auto overlay = overlayName(json);
    const auto word =
        std::find_if(kAspects.begin(), kAspects.end(), [&](const AspectWord& w) { return w.overlay == overlay; });
    if (word == kAspects.end()) {
        return;
    }
    const SchemaObject object(json, file, {}, kFileKeys);
    readEnums(object, tables);
    readBits(object, tables);
    std::size_t position = 0;
    for (const nlohmann::json& rule : object.array("rules")) {
        rules.push_back(
            readRule(SchemaObject(rule, file, rulePlace("rules", position++), kRuleKeys), tables, word->aspect));
    }
}

}  // namespace brokerscope
