#include "app/cli/cli.h"
#include "app/cli/standard_output.h"

#include <cstdlib>
#include <iostream>
#include <ostream>
#include <string_view>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#define isatty _isatty
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#else
#include <unistd.h>
#endif

namespace {

// NO_COLOR with any content but none, or a terminal that cannot.
bool wantsNoColor() {
    const char* const noColor = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return (noColor != nullptr && *noColor != '\0') || (terminal != nullptr && std::string_view(terminal) == "dumb");
}

}  // namespace

int main(int argc, char** argv) {
#ifdef _WIN32
    _setmode(STDOUT_FILENO, _O_BINARY);
    std::ostream& out = std::cout;
#else
    brokerscope::PipeBuffer buffer(STDOUT_FILENO, brokerscope::endByClosedPipe);
    std::ostream out(&buffer);
#endif
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const brokerscope::CliStreams streams{std::cin,
                                          out,
                                          std::cerr,
                                          isatty(STDIN_FILENO) != 0,
                                          isatty(STDOUT_FILENO) != 0,
                                          wantsNoColor(),
                                          isatty(STDERR_FILENO) != 0};
    return brokerscope::runCli({argv + 1, argv + argc}, streams);
}
