#pragma once

#include "app/cli/command_context.h"

#include <fstream>
#include <string>

namespace brokerscope {

// The file of --junit, opened before anything is sent, so that a path that cannot be written costs no run. Without a
// path nothing is written.
class JunitFile {
public:
    // kDone, or kUsageError when it has said that the file cannot be written.
    int open(const CommandContext& context, const std::string& path);
    int write(const CommandContext& context, const std::string& xml);
    bool isOpen() const { return m_file.is_open(); }

private:
    std::string m_path;
    std::ofstream m_file;
};

}  // namespace brokerscope
