#include "core/schema/message_spec.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 7> kMessageTypes{"request",  "response",        "header",           "data",
                                                        "metadata", "coordinator-key", "coordinator-value"};
constexpr std::array<std::string_view, 13> kFieldTypes{"bool",   "int8",    "int16",   "uint16", "int32",
                                                       "uint32", "int64",   "float64", "uuid",   "string",
                                                       "bytes",  "records", "struct"};

}  // namespace

std::string_view fieldTypeName(FieldType type) {
    return kFieldTypes[static_cast<std::size_t>(type)];
}

std::string_view messageTypeName(MessageType type) {
    return kMessageTypes[static_cast<std::size_t>(type)];
}

std::optional<MessageType> messageTypeByName(std::string_view name) {
    const auto found = std::find(kMessageTypes.begin(), kMessageTypes.end(), name);
    if (found == kMessageTypes.end()) {
        return std::nullopt;
    }
    return static_cast<MessageType>(found - kMessageTypes.begin());
}

const FieldSpec* StructSpec::find(std::string_view jsonOrDefinitionName) const {
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const FieldSpec& field) {
        return field.jsonName == jsonOrDefinitionName || field.name == jsonOrDefinitionName;
    });
    return found == fields.end() ? nullptr : &*found;
}

}  // namespace brokerscope
