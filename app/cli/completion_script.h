#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace brokerscope {

// Scripts for a shell that complete commands, options and message names. They are made from the parser itself, so that
// they know what it knows; `messages` are offered where a command takes NAME.
std::string bashCompletions(const CLI::App& app, const std::vector<std::string>& messages);
std::string zshCompletions(const CLI::App& app, const std::vector<std::string>& messages);

}  // namespace brokerscope
