#include "core/log_files/entry_format.h"
#include "core/log_files/fixed_entry_reader.h"
#include "core/log_files/log_check.h"
#include "core/value/node_ref.h"

#include <array>
#include <cstdlib>

// An index or producer snapshot beside a log. Every byte of the file is part of an entry or of a remark, the tree has
// the entries that were read, and whatever the log is, checking ends.
namespace {

using namespace brokerscope;

constexpr std::array kKinds{LogFileKind::OffsetIndex, LogFileKind::TimeIndex, LogFileKind::TransactionIndex,
                            LogFileKind::ProducerSnapshot};

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void readFile(LogFileKind kind, ByteView file, ByteView log) {
    Limits limits;
    limits.frame = 20'000;
    const MemoryByteSource source(ByteBuffer(file.begin(), file.end()));
    const MemoryByteSource beside(ByteBuffer(log.begin(), log.end()));
    LogFileName name;
    name.offset = 100;
    FixedEntryReader reader(kind, name, source, limits);
    LogCheck logCheck(kind, beside, limits);
    const EntryFormat& format = *EntryFormat::of(kind);
    std::uint64_t position = format.headSize;
    std::uint64_t count = 0;
    for (LogFileEntry entry; reader.next(entry); ++count) {
        check(entry.position == position && entry.index == count && entry.size == format.entrySize);
        position += entry.size;
        if (LogCheck::isFor(kind)) {
            logCheck.check(entry);
        }
        for (const Diagnostic& remark : entry.remarks) {
            check(!remark.text().empty() && remark.span.offset == entry.position);
        }
    }
    logCheck.finish();
    std::uint64_t said = 0;
    for (const Diagnostic& remark : reader.takeRemarks()) {
        check(remark.span.end() <= file.size());
        said = std::max(said, remark.span.end());
    }
    check(file.empty() || position >= file.size() || said == file.size() || kind == LogFileKind::ProducerSnapshot);
    const auto bytes = std::make_shared<const ByteBuffer>(file.begin(), file.end());
    const auto tree = openEntries(kind, bytes, {BufferId::Main, 0, bytes->size()}, limits);
    check(tree != nullptr && (file.empty() || NodeRef::root(tree).childCount() > 0));
    if (format.headSize == 0) {
        check(NodeRef::root(tree).child(0).childCount() >= count);
    }
}

}  // namespace

// The first byte is the kind, the next two are the size of the log; the log and the file follow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) {
        return 0;
    }
    const ByteView rest(data + 3, size - 3);
    const std::size_t logSize = std::min<std::size_t>(rest.size(), std::size_t{data[1]} << 8 | data[2]);
    readFile(kKinds[data[0] % kKinds.size()], rest.subspan(logSize), rest.first(logSize));
    return 0;
}
