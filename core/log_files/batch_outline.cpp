#include "core/log_files/batch_outline.h"

#include "core/records/batch_header.h"
#include "core/records/message_header.h"
#include "core/value/value_tree.h"

namespace brokerscope {
namespace {

// Small batches are read many at a time, of large ones the header alone.
constexpr std::size_t kWindow = 65536;
constexpr std::uint64_t kLargeBatch = 16384;
constexpr std::size_t kHead = BatchHeader::kSize;

void fillMessage(OutlinedBatch& batch, ByteView head) {
    const int magic = head[kMessageMagicAt];
    const int attributes = head[kMessageMagicAt + 1];
    if (compressionOf(attributes) == CompressionType::None) {
        batch.records = 1;
    }
    if (magic == 1) {
        batch.maxTimestamp = readInteger(FieldType::Int64, head.data() + kMessageMagicAt + 2);
    }
}

// Position and size of the batch are there already, and what was remarked on its bytes.
void fillBatch(OutlinedBatch& batch, ByteView head, ProducerContinuity& continuity) {
    const BatchHeader header = BatchHeader::read(head);
    batch.lastOffset = header.lastOffset();
    batch.records = header.recordsCount;
    batch.maxTimestamp = header.maxTimestamp;
    batch.producerId = header.producerId;
    batch.isControl = header.isControl();
    auto odd = continuity.check(header);
    if (odd && !batch.remark) {
        odd->span = {BufferId::Main, batch.position, batch.size};
        batch.remark = std::move(odd);
    }
}

}  // namespace

BatchOutline::BatchOutline(const ByteSource& source, const Limits& limits) : m_source(source), m_limits(limits) {}

// The header that begins there, or what is there of it.
ByteView BatchOutline::headAt(std::uint64_t position) {
    const bool isThere = position >= m_windowAt && position + kHead <= m_windowAt + m_window.size();
    if (!isThere) {
        m_window.resize(m_lastSize >= kLargeBatch ? kHead : kWindow);
        m_window.resize(m_source.read(position, m_window).value_or(0));
        m_windowAt = position;
    }
    return ByteView(m_window).subspan(static_cast<std::size_t>(position - m_windowAt));
}

bool BatchOutline::next(OutlinedBatch& batch) {
    batch = OutlinedBatch();
    if (m_scan) {
        return readScanned(batch);
    }
    const ByteView head = headAt(m_at);
    if (head.empty()) {
        return false;
    }
    if (!read(batch, head)) {
        m_scan.emplace(m_source, m_limits, m_at, m_lastOffset);
        return readScanned(batch);
    }
    m_at = batch.position + batch.size;
    m_lastSize = batch.size;
    return true;
}

// False where what stands there is no entry that can be relied on.
bool BatchOutline::read(OutlinedBatch& batch, ByteView head) {
    BatchEntry entry;
    BatchIterator(head).next(entry);
    // Read by the length, of what is at hand at most the header: an entry seems partial here whenever it is longer.
    if (entry.wholeSize == 0 || entry.wholeSize > m_limits.frame || entry.magic < 0 || entry.magic > 2 ||
        head.size() < std::min<std::uint64_t>(entry.wholeSize, kHead)) {
        return false;
    }
    const std::uint64_t end = m_at + entry.wholeSize;
    const bool isInWindow = entry.wholeSize <= head.size();
    entry.kind = entry.magic == 2 ? EntryKind::Batch : EntryKind::Message;
    entry.bytes = head;
    if (entry.offset <= m_lastOffset || !isPlausibleEntry(entry) ||
        (!isInWindow && m_source.size().value_or(0) < end)) {
        return false;
    }
    batch.kind = entry.kind;
    batch.position = m_at;
    batch.size = entry.wholeSize;
    batch.baseOffset = entry.offset;
    batch.lastOffset = entry.offset;
    if (entry.kind == EntryKind::Batch) {
        fillBatch(batch, head, m_continuity);
    } else {
        fillMessage(batch, head);
    }
    m_lastOffset = batch.lastOffset;
    return true;
}

bool BatchOutline::readScanned(OutlinedBatch& batch) {
    SegmentPart part;
    if (!m_scan->next(part)) {
        return false;
    }
    batch.position = part.entry.position;
    batch.size = part.skipped > 0 ? part.skipped : part.entry.bytes.size();
    batch.remark = std::move(part.remark);
    if (part.skipped > 0) {
        return true;
    }
    batch.kind = part.entry.kind;
    batch.baseOffset = part.entry.offset;
    batch.lastOffset = part.entry.offset;
    if (batch.kind == EntryKind::Batch) {
        fillBatch(batch, part.entry.bytes, m_continuity);
    } else if (batch.kind == EntryKind::Message) {
        fillMessage(batch, part.entry.bytes);
    }
    return true;
}

}  // namespace brokerscope
