#pragma once

#include "core/base/error.h"

#include <iosfwd>
#include <string>

namespace brokerscope {

// The whole content of a file, or of `in` where the path is "-". At most `limit` bytes. Errors: FileUnreadable,
// LimitExceeded.
Result<std::string> readInput(const std::string& path, std::istream& in, std::uint64_t limit);

// The text of an option that takes FILE, "-" or the JSON itself: what begins like an object, an array or a string, and
// other JSON that no file is called. Nothing at all, and a file without content, is an error: whoever should have
// written it has failed. Errors: as readInput.
Result<std::string> readJsonOption(const std::string& option, std::istream& in, std::uint64_t limit);

}  // namespace brokerscope
