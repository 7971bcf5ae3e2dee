#pragma once

#include "app/cli/command_context.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

// The answer to one line of `batch`, one JSON object without line feed. Whatever the line holds, there is an answer.
std::string batchAnswer(const CommandContext& context, std::string_view line);

// {"ok":false,"error":{…},"json":null,"unread":N,"diagnostics":[]}; `unread`: bytes that the line has.
std::string refusalAnswer(const Error& error, std::uint64_t unread = 0);

}  // namespace brokerscope
