#pragma once

#include "core/schema/version_range.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace brokerscope {

// Parses the text of a definition: JSON with // and /* */ comments. Throws SchemaFault with line and column.
nlohmann::json parseDefinitionText(std::string_view text, const std::string& file);

// A value in a sentence: strings and numbers as they stand, of anything larger what it is.
std::string quotedJson(const nlohmann::json& value);

// One JSON object of a definition file, read key by key. Borrows the JSON. Every getter throws SchemaFault naming file,
// place and value.
class SchemaObject {
public:
    // `place` is where the object stands ("Topics.Partitions"), empty for the file's own object. Keys outside `known`
    // are refused: a key that is not understood may change what is on the wire.
    SchemaObject(const nlohmann::json& json, const std::string& file, std::string place,
                 std::span<const std::string_view> known);

    bool has(std::string_view key) const { return find(key) != nullptr; }
    const nlohmann::json* find(std::string_view key) const;  // null where absent
    std::string text(std::string_view key) const;            // must be there
    std::string text(std::string_view key, std::string fallback) const;
    VersionRange versions(std::string_view key) const;  // must be there
    VersionRange versions(std::string_view key, VersionRange fallback) const;
    // A number, also quoted. Refused outside of 0 to `greatest`.
    std::optional<std::int64_t> number(std::string_view key, std::int64_t greatest) const;
    bool flag(std::string_view key) const;                    // false where absent; also "true" and "false"
    const nlohmann::json& array(std::string_view key) const;  // an empty array where absent
    VersionRange parseVersions(std::string_view key, const std::string& text) const;

    // The file's own object has keys as fields, a nested one its place.
    [[noreturn]] void refuse(std::string_view key, const std::string& reason) const;
    const std::string& file() const { return m_file; }
    const std::string& place() const { return m_place; }

private:
    const nlohmann::json& m_json;
    const std::string& m_file;
    std::string m_place;
};

}  // namespace brokerscope
