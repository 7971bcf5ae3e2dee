#pragma once

#include "core/schema/message_spec.h"

#include <QString>

namespace brokerscope {

// The names of all fields of a definition, of its structures too, each once, lower case, between spaces: what filters
// look through.
QString fieldWords(const StructSpec& structure);

}  // namespace brokerscope
