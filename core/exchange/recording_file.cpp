#include "core/exchange/recording_file.h"

#include "core/exchange/recording_fields.h"
#include "core/records/crc.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <share.h>
#else
#include <sys/file.h>
#include <unistd.h>
#endif

namespace brokerscope {
namespace {

#ifdef _WIN32
// Opened by itself alone, which is the lock.
int openedFile(const std::string& path) {
    int file = -1;
    _sopen_s(&file, path.c_str(), _O_RDWR | _O_CREAT | _O_APPEND | _O_BINARY | _O_NOINHERIT, _SH_DENYWR,
             _S_IREAD | _S_IWRITE);
    return file;
}
bool isLocked(int) {
    return true;
}
std::int64_t sizeOfFile(int file) {
    return _filelengthi64(file);
}
int readFile(int file, std::uint8_t* into, std::size_t size) {
    return _lseeki64(file, 0, SEEK_SET) == 0 ? _read(file, into, static_cast<unsigned>(size)) : -1;
}
std::int64_t writeFile(int file, const std::uint8_t* bytes, std::size_t size) {
    return _write(file, bytes, static_cast<unsigned>(std::min<std::size_t>(size, kLargestBlock)));
}
bool cutFile(int file, std::uint64_t size) {
    return _chsize_s(file, static_cast<std::int64_t>(size)) == 0;
}
bool syncFile(int file) {
    return _commit(file) == 0;
}
int closeFile(int file) {
    return _close(file);
}
#else
int openedFile(const std::string& path) {
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR);
}
bool isLocked(int file) {
    return ::flock(file, LOCK_EX | LOCK_NB) == 0;
}
std::int64_t sizeOfFile(int file) {
    struct stat facts {};
    return ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) ? facts.st_size : -1;
}
ssize_t readFile(int file, std::uint8_t* into, std::size_t size) {
    return ::pread(file, into, size, 0);
}
ssize_t writeFile(int file, const std::uint8_t* bytes, std::size_t size) {
    return ::write(file, bytes, size);
}
bool cutFile(int file, std::uint64_t size) {
    return ::ftruncate(file, static_cast<off_t>(size)) == 0;
}
bool syncFile(int file) {
    return ::fsync(file) == 0;
}
int closeFile(int file) {
    return ::close(file);
}
#endif

RecordingMarker newMarker() {
    std::random_device random;
    RecordingMarker marker{};
    std::generate(marker.begin(), marker.end(), [&random] { return static_cast<std::uint8_t>(random()); });
    return marker;
}

}  // namespace

Result<RecordingFile> RecordingFile::open(const std::string& path) {
    errno = 0;
    const int file = openedFile(path);
    if (file < 0) {
        return failure(MessageId::FileUnwritable, {path, std::strerror(errno)});
    }
    RecordingFile opened(path, file);
    if (const auto begun = opened.begin(); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    return opened;
}

RecordingFile::RecordingFile(RecordingFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_file(std::exchange(other.m_file, -1))
    , m_marker(other.m_marker)
    , m_size(other.m_size) {}

RecordingFile::~RecordingFile() {
    if (m_file >= 0) {
        closeFile(m_file);
    }
}

Result<void> RecordingFile::begin() {
    const std::int64_t size = sizeOfFile(m_file);
    if (size < 0) {
        return refused("it is no regular file");
    }
    if (!isLocked(m_file)) {
        return refused("another program records into it");
    }
    if (size == 0) {
        m_marker = newMarker();
        return append(makeRecordingHead(m_marker));
    }
    ByteBuffer head(kRecordingHeadBytes);
    const auto read = readFile(m_file, head.data(), head.size());
    const std::size_t covered = kRecordingHeadBytes - 4;
    if (read != static_cast<std::int64_t>(head.size()) || !isRecording(head)) {
        return refused("it is there already, and is no recording");
    }
    RecordingFields fields(ByteView(head).subspan(kRecordingMagic.size()));
    const auto format = fields.number(2);
    if (RecordingFields(ByteView(head).subspan(covered)).number(4) != crc32c(ByteView(head).first(covered))) {
        return refused("it is a recording whose head is damaged");
    }
    if (format != kRecordingFormat) {
        return refused("it is a recording of another format, " + std::to_string(format));
    }
    std::copy_n(head.begin() + 12, m_marker.size(), m_marker.begin());
    m_size = static_cast<std::uint64_t>(size);
    return {};
}

Result<void> RecordingFile::append(ByteView block) {
    ByteView left = block;
    while (!left.empty()) {
        errno = 0;
        const auto written = writeFile(m_file, left.data(), left.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            const std::string reason = std::strerror(errno);
            // What cannot be taken back is a torn block, which readers step over.
            static_cast<void>(cutFile(m_file, m_size));
            return refused(reason);
        }
        left = left.subspan(static_cast<std::size_t>(written));
    }
    m_size += block.size();
    return {};
}

Result<void> RecordingFile::close() {
    const int file = std::exchange(m_file, -1);
    if (file < 0) {
        return {};
    }
    errno = 0;
    const bool isSynced = syncFile(file);
    std::string reason = isSynced ? std::string() : std::strerror(errno);
    errno = 0;
    const bool isClosed = closeFile(file) == 0;
    // What failed first is told, by its own reason.
    reason = isSynced && !isClosed ? std::strerror(errno) : reason;
    return isSynced && isClosed ? Result<void>() : refused(reason);
}

}  // namespace brokerscope
