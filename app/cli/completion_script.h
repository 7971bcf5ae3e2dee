#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace brokerscope {

// Names that scripts offer.
struct CompletionNames {
    std::vector<std::string> messages;  // where a command takes any definition
    std::vector<std::string> requests;  // where it sends one
    std::vector<std::string> releases;
    std::vector<std::string> topics;  // words of internal topics
};

// Scripts for a shell that complete commands, options, their values and names. They are made from the parser itself, so
// that they know what it knows.
std::string bashCompletions(const CLI::App& app, const CompletionNames& names);
std::string zshCompletions(const CLI::App& app, const CompletionNames& names);

}  // namespace brokerscope
