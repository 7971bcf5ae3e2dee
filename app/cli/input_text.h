#pragma once

#include "core/base/error.h"

#include <iosfwd>
#include <string>

namespace brokerscope {

// The whole content of a file, or of `in` where the path is "-". At most `limit` bytes. Errors: FileUnreadable,
// LimitExceeded.
Result<std::string> readInput(const std::string& path, std::istream& in, std::uint64_t limit);

// The text of an option that takes FILE, "-" or, where it begins with a brace, the JSON itself. Empty option: empty
// text. A file without content is an error: whoever should have written it has failed. Errors: as readInput.
Result<std::string> readJsonOption(const std::string& option, std::istream& in, std::uint64_t limit);

}  // namespace brokerscope
