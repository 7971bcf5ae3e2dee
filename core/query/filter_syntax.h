#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <string_view>

namespace brokerscope {

// The error "expected {what}, found {what stands at `at`}", placed there. `at` may be the end of the text.
tl::unexpected<Error> expectedAt(std::string_view text, std::size_t at, std::string_view what);

// White space between the parts of a filter: blanks, tabs and line ends.
bool isFilterSpace(char c);

}  // namespace brokerscope
