#pragma once

#include "app/cli/cli.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace brokerscope::testing {

// What one command line did.
struct CliRun {
    int status = -1;
    std::string out;
    std::string err;
};

inline CliRun runBscope(const std::vector<std::string>& arguments, const std::string& input = {}) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int status = runCli(arguments, {in, out, err});
    return {status, out.str(), err.str()};
}

inline std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

// What a stream of JSON holds: an object a line.
inline std::vector<nlohmann::json> objectsOf(const CliRun& run) {
    std::vector<nlohmann::json> all;
    for (const std::string& line : linesOf(run.out)) {
        all.push_back(nlohmann::json::parse(line));
    }
    return all;
}

}  // namespace brokerscope::testing
