#pragma once

#include "core/base/byte_source.h"

#include <fstream>
#include <memory>
#include <mutex>
#include <string>

namespace brokerscope {

// A regular file, open as long as the source lives: one that is renamed or deleted meanwhile can still be read. A read
// goes past every buffer, so that it sees what another process wrote a moment ago.
class FileByteSource : public ByteSource {
public:
    // Errors: FileUnreadable with the reason; also for folders, pipes and devices, which have no places to read at.
    static Result<std::unique_ptr<FileByteSource>> open(const std::string& path);

    Result<std::uint64_t> size() const override;
    Result<std::size_t> read(std::uint64_t offset, std::span<std::uint8_t> into) const override;
    const std::string& path() const { return m_path; }

private:
    explicit FileByteSource(std::string path) : m_path(std::move(path)) {}
    Error broken() const { return {MessageId::FileUnreadable, {m_path, "reading failed"}, std::nullopt, {}}; }

    std::string m_path;
    mutable std::mutex m_mutex;  // the stream has one place to read at
    mutable std::ifstream m_file;
};

}  // namespace brokerscope
