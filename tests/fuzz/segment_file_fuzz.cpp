#include "core/log_files/batch_outline.h"
#include "core/log_files/file_summary.h"
#include "core/log_files/snapshot_frame.h"

#include <algorithm>
#include <cstdlib>

// A log or metadata snapshot as a file, which may grow or be cut off after a number of reads. Scan and outline name
// every byte in order and once; of a file that stays, the outline ends where the scan does.
namespace {

using namespace brokerscope;

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// Has `before` of its bytes for some reads, and `after` of them from then on.
class ChangingSource : public ByteSource {
public:
    ChangingSource(ByteView bytes, std::size_t before, std::size_t after, int reads)
        : m_bytes(bytes), m_size(before), m_after(after), m_reads(reads) {}

    Result<std::uint64_t> size() const override { return m_size; }
    Result<std::size_t> read(std::uint64_t offset, std::span<std::uint8_t> into) const override {
        m_size = m_reads-- > 0 ? m_size : m_after;
        if (offset >= m_size) {
            return std::size_t{0};
        }
        // Few at once, so that the file changes between pieces.
        const std::size_t there = m_size - static_cast<std::size_t>(offset);
        const std::size_t count = std::min({there, into.size(), std::size_t{4096}});
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), count, into.begin());
        return count;
    }

private:
    ByteView m_bytes;
    mutable std::size_t m_size;
    std::size_t m_after;
    mutable int m_reads;
};

std::uint64_t scan(const ByteSource& source, const Limits& limits) {
    SegmentScan scan(source, limits);
    SnapshotFrame frame(limits);
    std::uint64_t position = 0;
    for (SegmentPart part; scan.next(part);) {
        const std::uint64_t size = part.skipped > 0 ? part.skipped : part.entry.bytes.size();
        check(part.entry.position == position && size > 0);
        position += size;
        if (part.skipped == 0) {
            frame.add(part.entry);
        }
    }
    check(scan.isAtEnd() && scan.resumePosition() <= position && !scan.failure());
    check(frame.finish(position).size() <= 2);
    return position;
}

std::uint64_t outline(const ByteSource& source, const Limits& limits) {
    BatchOutline outline(source, limits);
    std::uint64_t position = 0;
    for (OutlinedBatch batch; outline.next(batch);) {
        check(batch.position == position && batch.size > 0);
        check(batch.kind != EntryKind::Invalid || batch.remark);
        position += batch.size;
    }
    return position;
}

}  // namespace

// The first byte says when the file changes, the second to which part of its size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    Limits limits;
    limits.frame = 20'000;
    const ByteView bytes(data + 2, size - 2);
    const MemoryByteSource whole(ByteBuffer(bytes.begin(), bytes.end()));
    check(scan(whole, limits) == bytes.size());
    check(outline(whole, limits) == bytes.size());
    const std::size_t part = bytes.size() * data[1] / 255;
    const int reads = data[0] % 8;
    scan(ChangingSource(bytes, bytes.size(), part, reads), limits);
    outline(ChangingSource(bytes, bytes.size(), part, reads), limits);
    check(scan(ChangingSource(bytes, part, bytes.size(), 0), limits) == bytes.size());
    const auto file = recognizeFile("00000000000000000000.log", whole, limits);
    check(file.has_value());
    check(summarizeFile(*file, whole, nullptr, limits).has_value());
    return 0;
}
