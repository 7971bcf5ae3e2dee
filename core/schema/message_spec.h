#pragma once

#include "core/schema/version_range.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// Types of the definition language (no varint types and no arrays of arrays exist there).
enum class FieldType : std::uint8_t {
    Bool,
    Int8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    Float64,
    Uuid,
    String,
    Bytes,
    Records,
    Struct
};
// The definition language's word: "int32", "uuid" …; "struct" for FieldType::Struct.
std::string_view fieldTypeName(FieldType type);

// How a field is written. Kafka's messages have ordinary fields alone; the others are of formats that its definition
// language does not describe (schemas/README.md, "Formats").
enum class FieldEncoding : std::uint8_t {
    Ordinary,
    Varint,  // int32 and int64 as zigzag varints; lengths and counts too, -1 for null
    Rest     // bytes and records without a length: up to the end of the structure, whose size stands before
};

struct FieldMeaning;  // core/schema/field_meaning.h
struct StructSpec;

// One field of a definition, for all versions. Immutable after loading; owned by its StructSpec.
struct FieldSpec {
    std::string name;      // the definition's spelling: ThrottleTimeMs
    std::string jsonName;  // first letter lowered: throttleTimeMs
    FieldType type = FieldType::Int32;
    bool isArray = false;                   // an array of `type`
    const StructSpec* structure = nullptr;  // for FieldType::Struct; owned by the MessageSpec
    VersionRange versions = VersionRange::all();
    VersionRange nullableVersions;
    VersionRange taggedVersions;
    std::optional<std::uint32_t> tag;
    std::optional<VersionRange> flexibleVersions;  // where the field differs from its message (RequestHeader ClientId)
    std::string defaultText;  // as written; empty: the type's zero. "null" means null where the type allows it.
    bool ignorable = false;
    bool mapKey = false;
    FieldEncoding encoding = FieldEncoding::Ordinary;
    bool sizesRest = false;                 // an int32 that counts the bytes of its structure that follow it
    std::string entityType;                 // groupId, topicName, brokerId, producerId, transactionalId or empty
    std::string about;                      // only from definitions loaded at run time; never stored
    std::uint32_t index = 0;                // position in its StructSpec
    const FieldMeaning* meaning = nullptr;  // what the overlays say; null: nothing. Lives as long as the MessageSpec.
};

struct StructSpec {
    std::string name;
    VersionRange versions = VersionRange::all();
    std::vector<FieldSpec> fields;

    const FieldSpec* find(std::string_view jsonOrDefinitionName) const;
};

enum class MessageType : std::uint8_t { Request, Response, Header, Data, Metadata, CoordinatorKey, CoordinatorValue };
std::string_view messageTypeName(MessageType type);  // the definition language's word: "request", "coordinator-key" …
std::optional<MessageType> messageTypeByName(std::string_view name);

// One definition file. Immutable; shared by every layout made from it.
struct MessageSpec {
    std::string name;  // MetadataRequest
    MessageType type = MessageType::Data;
    std::optional<std::int16_t> apiKey;  // of records too: the record type
    VersionRange validVersions;
    VersionRange deprecatedVersions;
    VersionRange flexibleVersions;
    bool latestVersionUnstable = false;
    std::vector<std::string> listeners;
    // Preview key `headerVersions`: request versions to header version; empty where the old rule holds.
    std::vector<std::pair<VersionRange, std::int16_t>> headerVersions;
    VersionRange unknownBodyVersions;  // versions whose body nobody knows (preview): shown as a gap
    std::string release;               // "4.4.0", "preview", or the path given to --schemas
    std::string component;             // "clients", "group-coordinator" …
    bool isPreview = false;
    StructSpec root;                                   // name equals `name`
    std::vector<std::unique_ptr<StructSpec>> structs;  // inline and common ones
    std::shared_ptr<const void> meanings;              // keeps what FieldSpec::meaning points to

    bool isUnstable(int version) const { return isPreview || (latestVersionUnstable && version == validVersions.max); }
};

}  // namespace brokerscope
