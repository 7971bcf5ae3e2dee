#pragma once

#include "core/text/field_help.h"

#include <string>

namespace brokerscope {

// A layout for people: a heading, then one field a line with its type and what the definition says about it, and its
// help below; structures are indented. `headerVersion` is -1 for messages without a header.
std::string schemaText(const MessageLayout& layout, int headerVersion, const FieldHelp& help);

}  // namespace brokerscope
