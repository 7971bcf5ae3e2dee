#pragma once

#include "core/schema/message_spec.h"
#include "core/schema/schema_object.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// A primitive type by its word in the definition language; nothing for struct names.
std::optional<FieldType> fieldTypeByName(std::string_view name);

// The object of a field that stands in the struct at `place` (empty: the message itself).
SchemaObject fieldObject(const nlohmann::json& json, const std::string& file, const std::string& place);
std::string fieldPlace(const std::string& place, const std::string& name);

// `versions` of a field, or its taggedVersions where the key is absent. One of them must be there.
VersionRange declaredVersions(const SchemaObject& object);

using FindStruct = std::function<const StructSpec*(std::string_view name)>;

// One field of `message`, checked by itself. Its index and what its neighbours say about it are the caller's. Throws
// SchemaFault.
FieldSpec readField(const SchemaObject& object, const MessageSpec& message, const FindStruct& findStruct);

}  // namespace brokerscope
