#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace brokerscope {

// Where a run of bscope reads and writes. The streams outlive the run.
struct CliStreams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool inIsTerminal = false;
    bool outIsTerminal = false;
    bool noColor = false;  // the environment asks for none: --color auto keeps to it
    bool errIsTerminal = false;
};

// Runs one command line (without the program's name) and returns the exit status: 0 done; 1 done, and the data or
// answer holds an error; 2 wrong usage or unreadable input; 3 could not connect, authenticate or get an answer. Results
// go to `out`, messages to `err`. Commands that talk to brokers need a thread without a running event loop.
int runCli(const std::vector<std::string>& arguments, const CliStreams& streams);

}  // namespace brokerscope
