#include "core/log_files/log_file.h"

#include <array>
#include <cstdlib>

// Checkpoints, properties and state files. Whatever the text is, entries stand within it and in their order, and every
// remark has a place and a sentence; the recognition agrees with itself.
namespace {

using namespace brokerscope;

constexpr std::array kKinds{LogFileKind::LeaderEpochCheckpoint, LogFileKind::OffsetCheckpoint,
                            LogFileKind::PartitionMetadata,     LogFileKind::MetaProperties,
                            LogFileKind::QuorumState,           LogFileKind::CleanShutdown};

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void checkRemarks(const std::vector<Diagnostic>& remarks, std::size_t size) {
    for (const Diagnostic& remark : remarks) {
        check(!remark.text().empty() && remark.span.end() <= size);
    }
}

void readFile(LogFileKind kind, ByteView file) {
    const MemoryByteSource source(ByteBuffer(file.begin(), file.end()));
    const auto reader = openEntryReader(kind, {}, source);
    check(reader && *reader != nullptr);
    std::uint64_t end = 0;
    for (LogFileEntry entry; (*reader)->next(entry);) {
        check(entry.position >= end && entry.position + entry.size <= file.size());
        end = entry.position + entry.size;
        checkRemarks(entry.remarks, file.size());
    }
    checkRemarks((*reader)->takeRemarks(), file.size());
    const auto unnamed = recognizeFile("file", source);
    check(unnamed && (unnamed->kind == LogFileKind::Unknown) == !unnamed->remark);
}

}  // namespace

// The first byte is the kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0) {
        readFile(kKinds[data[0] % kKinds.size()], ByteView(data + 1, size - 1));
    }
    return 0;
}
