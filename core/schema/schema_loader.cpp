#include "core/schema/schema_loader.h"

#include "core/schema/api_keys.h"
#include "core/schema/schema_fault.h"
#include "core/schema/schema_object.h"
#include "core/schema/struct_loader.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 13> kMessageKeys{"apiKey",
                                                        "type",
                                                        "name",
                                                        "listeners",
                                                        "validVersions",
                                                        "deprecatedVersions",
                                                        "flexibleVersions",
                                                        "latestVersionUnstable",
                                                        "fields",
                                                        "commonStructs",
                                                        "headerVersions",
                                                        "base",
                                                        "unknownBody"};

bool needsApiKey(MessageType type) {
    return type != MessageType::Header && type != MessageType::Data;
}

void readIdentity(const SchemaObject& object, MessageSpec& spec) {
    spec.name = object.text("name");
    if (!isDefinitionName(spec.name)) {
        object.refuse("name", fmt::format("\"{}\" is not a name", spec.name));
    }
    spec.root.name = spec.name;
    const std::string type = object.text("type");
    const auto known = messageTypeByName(type);
    if (!known) {
        object.refuse("type", fmt::format("\"{}\" is not a type of message", type));
    }
    spec.type = *known;
    if (const auto apiKey = object.number("apiKey", VersionRange::kOpenEnd)) {
        spec.apiKey = static_cast<std::int16_t>(*apiKey);
    }
    if (spec.apiKey.has_value() != needsApiKey(spec.type)) {
        object.refuse("apiKey", fmt::format("{} for type \"{}\"", spec.apiKey ? "is not allowed" : "is missing", type));
    }
}

void readMessageVersions(const SchemaObject& object, MessageSpec& spec) {
    spec.validVersions = object.versions("validVersions");
    if (spec.validVersions.max == VersionRange::kOpenEnd) {
        object.refuse("validVersions", fmt::format("\"{}\" has no end", spec.validVersions.toString()));
    }
    spec.root.versions = spec.validVersions;
    spec.deprecatedVersions = object.versions("deprecatedVersions", VersionRange::none());
    spec.flexibleVersions = object.versions("flexibleVersions", VersionRange::none());
    if (!spec.flexibleVersions.isEmpty() && spec.flexibleVersions.max != VersionRange::kOpenEnd) {
        object.refuse("flexibleVersions",
                      fmt::format("\"{}\" is neither none nor open-ended", spec.flexibleVersions.toString()));
    }
    spec.unknownBodyVersions = object.versions("unknownBody", VersionRange::none());
    if (!spec.unknownBodyVersions.isWithin(spec.validVersions)) {
        object.refuse("unknownBody", fmt::format("\"{}\" is not within the valid versions \"{}\"",
                                                 spec.unknownBodyVersions.toString(), spec.validVersions.toString()));
    }
    spec.latestVersionUnstable = object.flag("latestVersionUnstable");
}

void readListeners(const SchemaObject& object, MessageSpec& spec) {
    for (const nlohmann::json& listener : object.array("listeners")) {
        if (!listener.is_string()) {
            object.refuse("listeners", "expected strings, found " + std::string(listener.type_name()));
        }
        spec.listeners.push_back(listener.get<std::string>());
    }
}

// Each valid version must have one header version; a flexible response needs the tag section of header 1.
void checkHeaderVersions(const SchemaObject& object, const MessageSpec& spec) {
    for (int version = spec.validVersions.min; version <= spec.validVersions.max; ++version) {
        int matches = 0;
        int target = 0;
        for (const auto& [versions, headerVersion] : spec.headerVersions) {
            matches += versions.contains(version) ? 1 : 0;
            target = versions.contains(version) ? headerVersion : target;
        }
        if (matches != 1) {
            object.refuse("headerVersions", fmt::format("version {} has {} header versions", version, matches));
        }
        const bool needsTags = spec.type == MessageType::Response && spec.apiKey != api_key::kApiVersions;
        if (needsTags && spec.flexibleVersions.contains(version) && target < 1) {
            object.refuse(
                "headerVersions",
                fmt::format("header version {} of version {}: a flexible response needs 1 or more", target, version));
        }
    }
}

void readHeaderVersions(const SchemaObject& object, MessageSpec& spec) {
    const nlohmann::json* map = object.find("headerVersions");
    if (map == nullptr) {
        return;
    }
    if (!map->is_object() || !(spec.type == MessageType::Request || spec.type == MessageType::Response)) {
        object.refuse("headerVersions",
                      "is a map from version ranges to header versions, for requests and responses only");
    }
    for (const auto& [versions, target] : map->items()) {
        const std::string written = target.is_string() ? target.get<std::string>() : target.dump();
        const auto single = VersionRange::parse(written);
        if (!single || single->isEmpty() || single->min != single->max) {
            object.refuse("headerVersions", fmt::format("\"{}\" is not a header version", written));
        }
        spec.headerVersions.emplace_back(object.parseVersions("headerVersions", versions), single->min);
    }
    checkHeaderVersions(object, spec);
}

}  // namespace

Result<std::shared_ptr<MessageSpec>> loadDefinition(std::string_view text, const DefinitionOrigin& origin) {
    try {
        const nlohmann::json json = parseDefinitionText(text, origin.file);
        const SchemaObject object(json, origin.file, {}, kMessageKeys);
        auto spec = std::make_shared<MessageSpec>();
        spec->release = origin.release;
        spec->component = origin.component;
        spec->isPreview = origin.isPreview;
        readIdentity(object, *spec);
        readMessageVersions(object, *spec);
        readListeners(object, *spec);
        readHeaderVersions(object, *spec);
        if (!spec->validVersions.isEmpty() && !object.has("fields")) {
            object.refuse("fields", "is missing");
        }
        readStructs(object, *spec);
        return spec;
    } catch (const SchemaFault& fault) {
        return tl::unexpected(fault.error);
    }
}

}  // namespace brokerscope
