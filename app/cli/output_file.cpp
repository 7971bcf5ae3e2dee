#include "app/cli/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace brokerscope {

Result<OutputFile> OutputFile::open(std::string path, std::ostream& out) {
    OutputFile output(path == "-" ? std::string() : std::move(path), &out);
    if (!output.m_path.empty()) {
        errno = 0;
        output.m_file.open(output.partPath(), std::ios::binary | std::ios::trunc);
        if (!output.m_file) {
            return tl::unexpected<Error>(output.refused().error());
        }
    }
    return output;
}

OutputFile::~OutputFile() {
    if (m_file.is_open()) {
        m_file.close();
        std::error_code code;
        std::filesystem::remove(partPath(), code);
    }
}

Result<void> OutputFile::refused() const {
    return failure(MessageId::FileUnwritable, {m_path.empty() ? std::string("standard output") : m_path,
                                               errno != 0 ? std::strerror(errno) : "writing failed"});
}

Result<void> OutputFile::write(ByteView bytes) {
    errno = 0;
    std::ostream& out = m_path.empty() ? *m_out : m_file;
    out.write(asText(bytes).data(), static_cast<std::streamsize>(bytes.size()));
    return out ? Result<void>() : refused();
}

Result<void> OutputFile::finish() {
    errno = 0;
    if (m_path.empty()) {
        return m_out->flush() ? Result<void>() : refused();
    }
    if (!m_file.flush()) {
        return refused();
    }
    m_file.close();
    std::error_code code;
    std::filesystem::rename(partPath(), m_path, code);
    return code ? failure(MessageId::FileUnwritable, {m_path, code.message()}) : Result<void>();
}

}  // namespace brokerscope
