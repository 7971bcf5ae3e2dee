#pragma once

#include "core/schema/schema_registry.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace brokerscope {

// Positions, in order of precedence, of the definitions that belong to a component ("group-coordinator"). A source of
// --schemas that does not say its components (a jar, a flat folder) is of the component to which the program's own
// releases count most of its record definitions of the same name, and new ones in it belong there too; definitions
// whose name is known keep the known one's component.
std::vector<std::size_t> definitionsOfComponent(const SchemaRegistry& registry, std::string_view component);

}  // namespace brokerscope
