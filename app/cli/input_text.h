#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace brokerscope {

// How much of an input is read, and the limit that is to be raised where that is not enough.
struct InputLimit {
    std::string_view name;
    std::uint64_t bytes = 0;
};
// Of one message, which may be written in digits: three times what a frame may have, with what stands around it.
InputLimit messageInput(const Limits& limits);

// The whole content of a file, or of `in` where the path is "-". Errors: FileUnreadable, LimitExceeded.
Result<std::string> readInput(const std::string& path, std::istream& in, const InputLimit& limit);

// The text of an option that takes FILE, "-" or the JSON itself: what begins like an object, an array or a string, and
// other JSON that no file is called. Nothing at all, and a file without content, is an error: whoever should have
// written it has failed. Errors: as readInput.
Result<std::string> readJsonOption(const std::string& option, std::istream& in, const Limits& limits);

}  // namespace brokerscope
