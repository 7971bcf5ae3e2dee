#include "core/base/file_byte_source.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace brokerscope {

Result<std::unique_ptr<FileByteSource>> FileByteSource::open(const std::string& path) {
    std::error_code code;
    const auto kind = std::filesystem::status(path, code).type();
    if (kind == std::filesystem::file_type::directory) {
        return failure(MessageId::FileUnreadable, {path, "it is a folder"});
    }
    if (kind != std::filesystem::file_type::regular && std::filesystem::exists(path, code)) {
        return failure(MessageId::FileUnreadable, {path, "it is no regular file"});
    }
    std::unique_ptr<FileByteSource> source(new FileByteSource(path));
    source->m_file.rdbuf()->pubsetbuf(nullptr, 0);
    errno = 0;
    source->m_file.open(path, std::ios::binary);
    if (!source->m_file) {
        return failure(MessageId::FileUnreadable, {path, errno != 0 ? std::strerror(errno) : "cannot be opened"});
    }
    return source;
}

Result<std::uint64_t> FileByteSource::size() const {
    const std::lock_guard lock(m_mutex);
    m_file.clear();
    m_file.seekg(0, std::ios::end);
    const std::streamoff end = m_file.tellg();
    if (!m_file || end < 0) {
        return tl::unexpected<Error>(broken());
    }
    return static_cast<std::uint64_t>(end);
}

Result<std::size_t> FileByteSource::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    const std::lock_guard lock(m_mutex);
    m_file.clear();
    m_file.seekg(static_cast<std::streamoff>(offset));
    if (into.empty() || !m_file) {
        return into.empty() ? Result<std::size_t>(std::size_t{0}) : tl::unexpected<Error>(broken());
    }
    m_file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
    if (m_file.bad()) {
        return tl::unexpected<Error>(broken());
    }
    return static_cast<std::size_t>(m_file.gcount());
}

}  // namespace brokerscope
