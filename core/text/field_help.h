#pragma once

#include "core/schema/message_layout.h"

#include <functional>
#include <string>

namespace brokerscope {

// One sentence about a field of a message; empty: none.
using FieldHelp = std::function<std::string(const MessageSpec& message, const FieldSpec& field)>;

// Help from the definition itself where it was loaded with `about` texts, else from the glossary in the program: the
// entry for this message where the name means something else there, or the one for the name. The glossary is read on
// first use. Thread safe.
std::string fieldHelp(const MessageSpec& message, const FieldSpec& field);

}  // namespace brokerscope
