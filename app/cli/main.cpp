#include "app/cli/cli.h"

#include <iostream>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#define isatty _isatty
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#else
#include <unistd.h>
#endif

int main(int argc, char** argv) {
#ifdef _WIN32
    _setmode(STDOUT_FILENO, _O_BINARY);
#endif
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const brokerscope::CliStreams streams{std::cin, std::cout, std::cerr, isatty(STDIN_FILENO) != 0,
                                          isatty(STDOUT_FILENO) != 0};
    return brokerscope::runCli({argv + 1, argv + argc}, streams);
}
