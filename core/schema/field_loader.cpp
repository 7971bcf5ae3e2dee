#include "core/schema/field_loader.h"

#include "core/schema/default_value.h"
#include "core/schema/struct_loader.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 16> kFieldKeys{
    "name",  "type",       "versions", "nullableVersions", "taggedVersions", "tag",       "flexibleVersions", "default",
    "about", "entityType", "fields",   "mapKey",           "zeroCopy",       "ignorable", "encoding",         "sizes"};

void readType(const SchemaObject& object, FieldSpec& field, const FindStruct& findStruct) {
    const std::string written = object.text("type");
    std::string_view type = written;
    if (type.starts_with("[]")) {
        field.isArray = true;
        type.remove_prefix(2);
    }
    if (type.starts_with("[]")) {
        object.refuse("type", fmt::format("\"{}\": arrays of arrays do not exist", written));
    }
    if (const auto primitive = fieldTypeByName(type)) {
        field.type = *primitive;
    } else if (field.structure = findStruct(type); field.structure != nullptr) {
        field.type = FieldType::Struct;
    } else {
        object.refuse("type", fmt::format("\"{}\" is neither a type nor a declared struct", written));
    }
    if (field.isArray && field.type == FieldType::Records) {
        object.refuse("type", fmt::format("\"{}\": arrays of records do not exist", written));
    }
    if (object.has("fields") && field.type != FieldType::Struct) {
        object.refuse("fields", fmt::format("a field of type \"{}\" has no fields", written));
    }
}

bool hasNull(const FieldSpec& field) {
    return field.isArray || field.type == FieldType::String || field.type == FieldType::Bytes ||
           field.type == FieldType::Records || field.type == FieldType::Struct;
}

void readVersions(const SchemaObject& object, FieldSpec& field) {
    field.versions = declaredVersions(object);
    field.nullableVersions = object.versions("nullableVersions", VersionRange::none());
    if (!field.nullableVersions.isEmpty() && !hasNull(field)) {
        object.refuse("nullableVersions", fmt::format("\"{}\": type \"{}\" has no null",
                                                      field.nullableVersions.toString(), fieldTypeName(field.type)));
    }
    if (!object.has("flexibleVersions")) {
        return;
    }
    field.flexibleVersions = object.versions("flexibleVersions");
    if (field.isArray || (field.type != FieldType::String && field.type != FieldType::Bytes)) {
        object.refuse("flexibleVersions", fmt::format("\"{}\": only strings and bytes differ from their message",
                                                      field.flexibleVersions->toString()));
    }
}

// What an entity is made of, as Kafka's generator has it.
struct EntityForm {
    std::string_view name;
    FieldType type;
};
constexpr std::array kEntities{EntityForm{"transactionalId", FieldType::String},
                               EntityForm{"producerId", FieldType::Int64}, EntityForm{"groupId", FieldType::String},
                               EntityForm{"topicName", FieldType::String}, EntityForm{"brokerId", FieldType::Int32}};

void readEntity(const SchemaObject& object, FieldSpec& field) {
    field.entityType = object.text("entityType", {});
    if (field.entityType.empty()) {
        return;
    }
    const auto known = std::ranges::find(kEntities, std::string_view(field.entityType), &EntityForm::name);
    if (known == kEntities.end()) {
        std::string names;
        for (const EntityForm& entity : kEntities) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", entity.name);
        }
        object.refuse("entityType", fmt::format("\"{}\" is none of {}", field.entityType, names));
    }
    if (field.type != known->type) {
        object.refuse("entityType", fmt::format("\"{}\" is of type \"{}\", not \"{}\"", field.entityType,
                                                fieldTypeName(known->type), fieldTypeName(field.type)));
    }
}

// It says how Java holds the bytes, and has no meaning on the wire.
void checkZeroCopy(const SchemaObject& object, const FieldSpec& field) {
    if (object.flag("zeroCopy") && (field.isArray || field.type != FieldType::Bytes)) {
        object.refuse("zeroCopy", fmt::format("type \"{}\" has none: only bytes do", fieldTypeName(field.type)));
    }
}

// Formats beyond Kafka's messages: see FieldEncoding.
void readEncoding(const SchemaObject& object, FieldSpec& field, const MessageSpec& message) {
    const std::string encoding = object.text("encoding", {});
    const bool isBytes = field.type == FieldType::Bytes || field.type == FieldType::Records;
    const bool isInteger = field.type == FieldType::Int32 || field.type == FieldType::Int64;
    const bool hasLength = isBytes || field.type == FieldType::String;
    if (encoding == "varint") {
        field.encoding = FieldEncoding::Varint;
        // Elements are written as their structure says.
        if (field.isArray ? field.type != FieldType::Struct : !isInteger && !hasLength) {
            object.refuse("encoding", fmt::format("type \"{}\" has no varint form", fieldTypeName(field.type)));
        }
    } else if (encoding == "rest") {
        field.encoding = FieldEncoding::Rest;
        if (field.isArray || !isBytes || !field.nullableVersions.isEmpty()) {
            object.refuse("encoding", "only bytes and records that are never null may fill the rest");
        }
    } else if (!encoding.empty()) {
        object.refuse("encoding", fmt::format("\"{}\" is neither varint nor rest", encoding));
    }
    if (const std::string sizes = object.text("sizes", {}); !sizes.empty()) {
        field.sizesRest = sizes == "rest";
        if (!field.sizesRest || field.isArray || field.type != FieldType::Int32) {
            object.refuse("sizes", fmt::format("\"{}\": only an int32 may size the rest", sizes));
        }
    }
    const bool isExtended = field.encoding != FieldEncoding::Ordinary || field.sizesRest;
    if (isExtended && (object.has("tag") || !message.flexibleVersions.isEmpty())) {
        object.refuse(field.sizesRest ? "sizes" : "encoding", "has no meaning in flexible versions");
    }
}

void readTag(const SchemaObject& object, FieldSpec& field, const MessageSpec& message) {
    field.taggedVersions = object.versions("taggedVersions", VersionRange::none());
    if (const auto tag = object.number("tag", std::numeric_limits<std::int32_t>::max())) {
        field.tag = static_cast<std::uint32_t>(*tag);
    }
    if (field.tag.has_value() == field.taggedVersions.isEmpty()) {
        object.refuse(field.tag ? "taggedVersions" : "tag", "tag and taggedVersions stand together");
    }
    const VersionRange tagged = field.taggedVersions.intersect(message.validVersions);
    if (!field.taggedVersions.isWithin(field.versions)) {
        object.refuse("taggedVersions", fmt::format("\"{}\" is not within versions \"{}\"",
                                                    field.taggedVersions.toString(), field.versions.toString()));
    }
    const VersionRange flexible = field.flexibleVersions.value_or(message.flexibleVersions);
    if (!tagged.isWithin(flexible) || !tagged.isWithin(message.flexibleVersions)) {
        object.refuse("taggedVersions", fmt::format("\"{}\" is not within the flexible versions \"{}\"",
                                                    field.taggedVersions.toString(), flexible.toString()));
    }
}

void readDefault(const SchemaObject& object, FieldSpec& field, const MessageSpec& message) {
    const nlohmann::json* value = object.find("default");
    // A JSON null counts as no default at all: Kafka's own classes then begin with the empty value, not with null.
    if (value == nullptr || value->is_null()) {
        return;
    }
    if (value->is_structured()) {
        object.refuse("default", "expected a value, found " + std::string(value->type_name()));
    }
    field.defaultText = value->is_string() ? value->get<std::string>() : value->dump();
    if (const auto reason = whyDefaultDoesNotFit(field, message.validVersions)) {
        object.refuse("default", fmt::format("\"{}\" {}", field.defaultText, *reason));
    }
}

}  // namespace

std::optional<FieldType> fieldTypeByName(std::string_view name) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(FieldType::Struct); ++i) {
        if (fieldTypeName(static_cast<FieldType>(i)) == name) {
            return static_cast<FieldType>(i);
        }
    }
    return std::nullopt;
}

std::string fieldPlace(const std::string& place, const std::string& name) {
    return place.empty() ? name : place + "." + name;
}

SchemaObject fieldObject(const nlohmann::json& json, const std::string& file, const std::string& place) {
    const auto name = json.is_object() ? json.find("name") : json.end();
    const bool named = json.is_object() && name != json.end() && name->is_string();
    return {json, file, fieldPlace(place, named ? name->get<std::string>() : "fields"), kFieldKeys};
}

VersionRange declaredVersions(const SchemaObject& object) {
    return object.has("versions") || !object.has("taggedVersions") ? object.versions("versions")
                                                                   : object.versions("taggedVersions");
}

FieldSpec readField(const SchemaObject& object, const MessageSpec& message, const FindStruct& findStruct) {
    FieldSpec field;
    field.name = object.text("name");
    if (!isDefinitionName(field.name)) {
        object.refuse("name", fmt::format("\"{}\" is not a name", field.name));
    }
    field.jsonName = field.name;
    if (field.jsonName.front() >= 'A' && field.jsonName.front() <= 'Z') {
        field.jsonName.front() = static_cast<char>(field.jsonName.front() - 'A' + 'a');
    }
    readType(object, field, findStruct);
    readVersions(object, field);
    readTag(object, field, message);
    readEncoding(object, field, message);
    readDefault(object, field, message);
    field.ignorable = object.flag("ignorable");
    field.mapKey = object.flag("mapKey");
    readEntity(object, field);
    checkZeroCopy(object, field);
    field.about = object.text("about", {});
    return field;
}

}  // namespace brokerscope
