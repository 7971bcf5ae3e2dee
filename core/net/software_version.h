#pragma once

#include <string>

namespace brokerscope {

// The program's version, that of the project ("0.1.0"): what a connection calls itself in ApiVersions (KIP-511) unless
// told otherwise. The command line prints the same one.
std::string programVersion();

}  // namespace brokerscope
