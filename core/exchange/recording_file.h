#pragma once

#include "core/exchange/recording_format.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// The file of a recording, open for adding to. One that it makes can be read by its owner alone. While it is open no
// other program can add to it. Not thread safe.
class RecordingFile {
public:
    // A new file; an existing one only where it is empty, or a recording, whose blocks stay as they are: what comes is
    // added. Errors: FileUnwritable with the reason.
    static Result<RecordingFile> open(const std::string& path);
    ~RecordingFile();
    RecordingFile(RecordingFile&& other) noexcept;
    RecordingFile& operator=(RecordingFile&&) = delete;

    // In one write, which leaves the bytes to the operating system: a crash of this program does not lose them. Where
    // it fails the file is as it was before. Errors: FileUnwritable with the reason.
    Result<void> append(ByteView block);
    // Waits until everything is on the disk, and closes. Errors: FileUnwritable.
    Result<void> close();

    const RecordingMarker& marker() const { return m_marker; }
    const std::string& path() const { return m_path; }
    std::uint64_t size() const { return m_size; }

private:
    RecordingFile(std::string path, int file) : m_path(std::move(path)), m_file(file) {}

    Result<void> begin();
    tl::unexpected<Error> refused(std::string reason) const {
        return failure(MessageId::FileUnwritable, {m_path, std::move(reason)});
    }

    std::string m_path;
    int m_file;  // -1: closed
    RecordingMarker m_marker{};
    std::uint64_t m_size = 0;
};

}  // namespace brokerscope
