#pragma once

#include "app/cli/cli.h"

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

}  // namespace brokerscope::testing
