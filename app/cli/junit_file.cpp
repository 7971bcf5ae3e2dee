#include "app/cli/junit_file.h"

namespace brokerscope {

int JunitFile::open(const CommandContext& context, const std::string& path) {
    m_path = path;
    if (path.empty()) {
        return kDone;
    }
    m_file.open(path, std::ios::binary);
    return m_file ? kDone : context.fail(kUsageError, "cannot write " + path);
}

int JunitFile::write(const CommandContext& context, const std::string& xml) {
    const bool isWritten = !m_file.is_open() || (m_file << xml).flush();
    return isWritten ? kDone : context.fail(kUsageError, "cannot write " + m_path);
}

}  // namespace brokerscope
