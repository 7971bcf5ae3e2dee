#include "core/workbench/file_listing.h"

#include "core/base/file_byte_source.h"
#include "core/exchange/recording_format.h"
#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace brokerscope {
namespace {

// The first four bytes of pcap in both byte orders, with microseconds and nanoseconds, and of pcapng.
constexpr std::array<std::array<std::uint8_t, 4>, 5> kCaptureStarts{{{0xa1, 0xb2, 0xc3, 0xd4},
                                                                     {0xd4, 0xc3, 0xb2, 0xa1},
                                                                     {0xa1, 0xb2, 0x3c, 0x4d},
                                                                     {0x4d, 0x3c, 0xb2, 0xa1},
                                                                     {0x0a, 0x0d, 0x0d, 0x0a}}};

bool isCapture(const ByteBuffer& first) {
    return std::ranges::any_of(kCaptureStarts, [&first](const auto& start) {
        return first.size() >= start.size() && std::equal(start.begin(), start.end(), first.begin());
    });
}

FileContent contentOf(LogFileKind kind) {
    switch (kind) {
        case LogFileKind::Log:
        case LogFileKind::MetadataSnapshot:
            return FileContent::Batches;
        case LogFileKind::Unknown:
        case LogFileKind::Lock:
            return FileContent::Nothing;
        default:
            return FileContent::Entries;
    }
}

Result<FileEntry> describe(const std::string& path) {
    auto source = FileByteSource::open(path);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    const std::filesystem::path place(path);
    FileEntry entry;
    entry.path = path;
    entry.name = place.filename().string();
    entry.partition = readPartitionName(std::filesystem::absolute(place).parent_path().filename().string());
    const auto size = (*source)->size();
    auto recognized = recognizeFile(entry.name, **source);
    if (!size || !recognized) {
        return tl::unexpected<Error>(size ? recognized.error() : size.error());
    }
    entry.size = *size;
    entry.kind = recognized->kind;
    entry.logName = std::move(recognized->name);
    entry.remark = std::move(recognized->remark);
    entry.first = std::move(recognized->first);
    entry.content = isCapture(entry.first) || isRecording(entry.first) ? FileContent::Capture : contentOf(entry.kind);
    return entry;
}

void addFiles(std::vector<FileEntry>& entries, const LogFolder& folder, const CancelToken& cancel) {
    for (const ListedFile& file : folder.files) {
        if (cancel.isCancelled()) {
            return;
        }
        if (auto entry = describe(file.path)) {
            entries.push_back(std::move(*entry));
        }
    }
}

}  // namespace

std::string FileEntry::phrase() const {
    if (content == FileContent::Capture) {
        return isRecording(first) ? "a recording" : "a packet capture";
    }
    return kind == LogFileKind::Unknown ? "nothing that is known" : std::string(logFileKindPhrase(kind));
}

Result<std::vector<FileEntry>> listFiles(const std::string& path, const CancelToken& cancel) {
    std::vector<FileEntry> entries;
    std::error_code code;
    if (!std::filesystem::is_directory(path, code)) {
        auto entry = describe(path);
        if (!entry) {
            return tl::unexpected<Error>(entry.error());
        }
        entries.push_back(std::move(*entry));
        return entries;
    }
    const auto folder = readLogFolder(path);
    if (!folder) {
        return tl::unexpected<Error>(folder.error());
    }
    addFiles(entries, *folder, cancel);
    for (const std::string& partition : folder->partitions) {
        if (const auto inner = readLogFolder(partition); inner && !cancel.isCancelled()) {
            addFiles(entries, *inner, cancel);
        }
    }
    return entries;
}

}  // namespace brokerscope
