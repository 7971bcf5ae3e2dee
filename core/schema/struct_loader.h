#pragma once

#include "core/schema/message_spec.h"
#include "core/schema/schema_object.h"

#include <string_view>

namespace brokerscope {

// Letters, digits and _, beginning with a letter.
bool isDefinitionName(std::string_view name);

// Reads `fields` and `commonStructs` of a definition into `spec`, whose identity and versions are set already, and
// checks them. Throws SchemaFault.
void readStructs(const SchemaObject& definition, MessageSpec& spec);

}  // namespace brokerscope
