#include "core/log_files/state_json.h"

#include "core/log_files/single_entry.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_reader_document.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr const char* kQuorumVersion = "data_version";
constexpr const char* kShutdownVersion = "version";

void appendJson(std::string& out, const JsonValue& json);

template <typename Range, typename Append>
void appendList(std::string& out, const Range& range, Append append) {
    for (const auto& each : range) {
        out += &each == range.data() ? "" : ",";
        append(each);
    }
}

void appendJson(std::string& out, const JsonValue& json) {
    if (const auto* const text = json.as<std::string>()) {
        appendJsonString(out, *text);
    } else if (const auto* const array = json.as<JsonValue::Array>()) {
        out += '[';
        appendList(out, *array, [&out](const JsonValue& value) { appendJson(out, value); });
        out += ']';
    } else if (const auto* const object = json.as<JsonValue::Object>()) {
        out += '{';
        appendList(out, *object, [&out](const JsonMember& member) {
            appendJsonString(out, member.name);
            out += ':';
            appendJson(out, member.value);
        });
        out += '}';
    } else if (const auto* const number = json.as<std::int64_t>()) {
        out += std::to_string(*number);
    } else if (const auto* const real = json.as<double>()) {
        appendJsonNumber(out, *real);
    } else if (const auto* const big = json.as<JsonBigInteger>()) {
        out += big->digits;
    } else if (const auto* const flag = json.as<bool>()) {
        out += *flag ? "true" : "false";
    } else {
        out += "null";
    }
}

EntryValue valueOf(const JsonValue& json) {
    if (json.isNull()) {
        return {};
    }
    if (const auto* const number = json.as<std::int64_t>()) {
        return *number;
    }
    if (const auto* const text = json.as<std::string>()) {
        return *text;
    }
    std::string text;
    appendJson(text, json);
    return EntryJson{std::move(text)};
}

// The names that the file should have; nothing where the version is not known.
std::optional<std::vector<std::string>> namesOf(LogFileKind kind, std::int64_t version, std::string& known) {
    if (kind == LogFileKind::CleanShutdown) {
        known = std::string("0");
        return version == 0 ? std::optional(std::vector<std::string>{kShutdownVersion, "brokerEpoch"}) : std::nullopt;
    }
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    known = registry.versionsOf("QuorumStateData").toString();
    if (version < 0 || version > std::numeric_limits<std::int16_t>::max()) {
        return std::nullopt;
    }
    const auto layout = registry.layout("QuorumStateData", static_cast<int>(version));
    if (!layout) {
        return std::nullopt;
    }
    std::vector<std::string> names{kQuorumVersion};
    for (const FieldLayout& field : (*layout)->root->fields) {
        names.push_back(field.spec->jsonName);
    }
    return names;
}

void checkNames(LogFileEntry& entry, LogFileKind kind, const Limits& limits) {
    const char* const key = kind == LogFileKind::CleanShutdown ? kShutdownVersion : kQuorumVersion;
    const auto version = entry.number(key);
    if (!version) {
        entry.remark(Severity::Error, MessageId::EntryMissing, {key, ", or no number"}, key);
        return;
    }
    std::string known;
    const auto names = namesOf(kind, *version, known);
    if (!names) {
        entry.remark(Severity::Error, MessageId::UnknownVersion,
                     {std::string(logFileKindName(kind)), std::to_string(*version), known}, key);
        return;
    }
    for (const EntryField& field : entry.fields) {
        const bool isKnown = std::find(names->begin(), names->end(), field.name) != names->end();
        if (!isKnown && entry.remarks.size() < limits.diagnostics) {
            entry.remark(Severity::Warning, MessageId::UnknownField, {std::string(field.name), ""},
                         std::string(field.name));
        }
    }
    for (const std::string& name : *names) {
        if (std::none_of(entry.fields.begin(), entry.fields.end(),
                         [&](const EntryField& field) { return field.name == name; })) {
            entry.remark(Severity::Error, MessageId::EntryMissing, {name, ""}, name);
        }
    }
}

}  // namespace

std::unique_ptr<EntryReader> readStateJson(LogFileKind kind, std::string_view text, const Limits& limits) {
    auto out = std::make_unique<SingleEntry>(limits);
    if (text.empty() && kind == LogFileKind::CleanShutdown) {
        return out;
    }
    const ByteSpan all{BufferId::Main, 0, text.size()};
    const auto json = parseJson(text, limits);
    if (!json) {
        out->remark({Severity::Error, json.error().id, json.error().arguments, json.error().where.value_or(all), {}});
        return out;
    }
    const auto* const object = json->as<JsonValue::Object>();
    if (object == nullptr) {
        out->remark({Severity::Error,
                     MessageId::JsonWrongType,
                     {std::string(logFileKindName(kind)), "an object", std::string(json->kindName())},
                     all,
                     {}});
        return out;
    }
    LogFileEntry& entry = out->entry(text.size());
    for (const JsonMember& member : *object) {
        entry.fields.push_back({out->keep(member.name), valueOf(member.value)});
    }
    checkNames(entry, kind, limits);
    return out;
}

}  // namespace brokerscope
