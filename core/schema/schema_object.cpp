#include "core/schema/schema_object.h"

#include "core/base/bytes.h"
#include "core/base/json_fault.h"
#include "core/base/utf8.h"
#include "core/schema/schema_fault.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

constexpr int kDeepest = 256;  // nesting of a file's objects and arrays, which reading follows by recursion

std::string linePlace(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = 1 + before.size() - (lineStart == before.npos ? 0 : lineStart + 1);
    return fmt::format("line {}, column {}", line, column);
}

}  // namespace

std::string quotedJson(const nlohmann::json& value) {
    constexpr std::size_t kShown = 200;
    if (value.is_structured()) {
        return fmt::format("an {} of {} entries", value.type_name(), value.size());
    }
    if (!value.is_string()) {
        return value.dump();
    }
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() <= kShown) {
        return '"' + text + '"';
    }
    return '"' + displayUtf8(asBytes(std::string_view(text).substr(0, kShown))) + "…\"";
}

nlohmann::json parseDefinitionText(std::string_view text, const std::string& file) {
    const auto refuseDepth = [&file](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
        if (depth > kDeepest) {
            refuseDefinition(file, {}, fmt::format("nested deeper than {}", kDeepest));
        }
        return true;
    };
    try {
        return nlohmann::json::parse(text, refuseDepth, true, true);
    } catch (const nlohmann::json::parse_error& fault) {
        refuseDefinition(file, linePlace(text, fault.byte), "not valid JSON: " + jsonFaultReason(fault.what()));
    } catch (const nlohmann::json::exception&) {
        // A number that nothing can hold (1e999); its place is not told.
        refuseDefinition(file, {}, "not valid JSON: a number is out of range");
    }
}

SchemaObject::SchemaObject(const nlohmann::json& json, const std::string& file, std::string place,
                           std::span<const std::string_view> known)
    : m_json(json), m_file(file), m_place(std::move(place)) {
    if (!json.is_object()) {
        refuseDefinition(m_file, m_place, "expected an object, found " + std::string(json.type_name()));
    }
    for (const auto& [key, value] : json.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            refuse(key, "unknown key with value " + quotedJson(value));
        }
    }
}

const nlohmann::json* SchemaObject::find(std::string_view key) const {
    const auto found = m_json.find(key);
    return found == m_json.end() ? nullptr : &*found;
}

std::string SchemaObject::text(std::string_view key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        refuse(key, "is missing");
    }
    if (!value->is_string()) {
        refuse(key, "expected a string, found " + quotedJson(*value));
    }
    return value->get<std::string>();
}

std::string SchemaObject::text(std::string_view key, std::string fallback) const {
    return has(key) ? text(key) : std::move(fallback);
}

VersionRange SchemaObject::versions(std::string_view key) const {
    return parseVersions(key, text(key));
}

VersionRange SchemaObject::versions(std::string_view key, VersionRange fallback) const {
    return has(key) ? versions(key) : fallback;
}

VersionRange SchemaObject::parseVersions(std::string_view key, const std::string& written) const {
    const auto range = VersionRange::parse(written);
    if (!range) {
        refuse(key, fmt::format("\"{}\" is not a version range (such as \"3\", \"0-2\", \"3+\" or \"none\")", written));
    }
    return *range;
}

std::optional<std::int64_t> SchemaObject::number(std::string_view key, std::int64_t greatest) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    const std::string written = value->is_string() ? value->get<std::string>() : quotedJson(*value);
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(written.data(), written.data() + written.size(), number);
    const bool whole = status == std::errc{} && end == written.data() + written.size();
    if (!whole || number < 0 || number > greatest) {
        refuse(key, fmt::format("{} is not a number from 0 to {}", quotedJson(*value), greatest));
    }
    return number;
}

bool SchemaObject::flag(std::string_view key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr || *value == false || *value == "false") {
        return false;
    }
    if (*value != true && *value != "true") {
        refuse(key, "expected true or false, found " + quotedJson(*value));
    }
    return true;
}

const nlohmann::json& SchemaObject::array(std::string_view key) const {
    static const nlohmann::json empty = nlohmann::json::array();
    const nlohmann::json* value = find(key);
    if (value == nullptr) {
        return empty;
    }
    if (!value->is_array()) {
        refuse(key, "expected an array, found " + std::string(value->type_name()));
    }
    return *value;
}

void SchemaObject::refuse(std::string_view key, const std::string& reason) const {
    if (m_place.empty()) {
        refuseDefinition(m_file, std::string(key), reason);
    }
    refuseDefinition(m_file, m_place, fmt::format("{}: {}", key, reason));
}

}  // namespace brokerscope
