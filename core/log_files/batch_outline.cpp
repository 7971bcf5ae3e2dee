#include "core/log_files/batch_outline.h"

#include "core/records/batch_header.h"
#include "core/records/message_header.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

// Small batches are read many at a time, of large ones the header alone.
constexpr std::size_t kWindow = 65536;
constexpr std::uint64_t kLargeBatch = 16384;
constexpr std::size_t kHead = BatchHeader::kSize;
constexpr std::uint64_t kLargestControl = 4096;  // bytes of a control batch that is looked into
// Sizes, attributes, deltas, two null markers and the count of headers, a byte each.
constexpr std::int64_t kSmallestRecord = 7;

void fillMessage(OutlinedBatch& batch, ByteView head) {
    const int magic = head[kMessageMagicAt];
    const int attributes = head[kMessageMagicAt + 1];
    batch.compression = compressionOf(attributes);
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
    batch.producerEpoch = header.producerEpoch;
    batch.leaderEpoch = header.partitionLeaderEpoch;
    batch.compression = header.compression();
    batch.isTransactional = header.isTransactional();
    batch.isControl = header.isControl();
    auto odd = continuity.check(header);
    if (odd && !batch.remark) {
        odd->span = {BufferId::Main, batch.position, batch.size};
        batch.remark = std::move(odd);
    }
}

}  // namespace

bool OutlinedBatch::hasLikelyCount() const {
    if (kind != EntryKind::Batch || !records || *records < 0) {
        return !records || *records >= 0;
    }
    const auto bytes = static_cast<std::int64_t>(size) - static_cast<std::int64_t>(BatchHeader::kSize);
    const bool fits = compression != CompressionType::None || *records <= bytes / kSmallestRecord;
    return fits && *records - 1 <= lastOffset - baseOffset;
}

bool OutlineMark::holds(const ByteSource& source) const {
    const auto head = source.bytes(lastAt, lastHead.size());
    return source.size().value_or(0) >= position && head && *head == lastHead;
}

BatchOutline::BatchOutline(const ByteSource& source, const Limits& limits)
    : BatchOutline(source, OutlineMark(), limits) {}

BatchOutline::BatchOutline(const ByteSource& source, OutlineMark mark, const Limits& limits)
    : m_source(source), m_limits(limits), m_mark(std::move(mark)), m_records(limits) {}

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
    const ByteView head = headAt(m_mark.position);
    if (head.empty()) {
        return false;
    }
    if (!read(batch, head)) {
        m_scan.emplace(m_source, m_limits, m_mark.position, m_mark.lastOffset);
        m_scanned = m_mark.continuity;
        return readScanned(batch);
    }
    ++m_mark.rows;
    m_mark.position = batch.position + batch.size;
    m_mark.lastAt = batch.position;
    m_mark.lastHead.assign(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(std::min(head.size(), kHead)));
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
    const std::uint64_t end = m_mark.position + entry.wholeSize;
    const bool isInWindow = entry.wholeSize <= head.size();
    entry.kind = entry.magic == 2 ? EntryKind::Batch : EntryKind::Message;
    entry.bytes = head;
    if (entry.offset <= m_mark.lastOffset || !isPlausibleEntry(entry) ||
        (!isInWindow && m_source.size().value_or(0) < end)) {
        return false;
    }
    batch.kind = entry.kind;
    batch.position = m_mark.position;
    batch.size = entry.wholeSize;
    batch.baseOffset = entry.offset;
    batch.lastOffset = entry.offset;
    if (entry.kind == EntryKind::Batch) {
        fillBatch(batch, head, m_mark.continuity);
        readControl(batch, head);
    } else {
        fillMessage(batch, head);
    }
    m_mark.lastOffset = batch.lastOffset;
    return true;
}

// A marker is small, and at hand but where a window ends within it.
void BatchOutline::readControl(OutlinedBatch& batch, ByteView head) {
    if (!batch.isControl || batch.size > kLargestControl) {
        return;
    }
    ByteBuffer whole;
    if (head.size() < batch.size) {
        whole = m_source.bytes(batch.position, batch.size).value_or(ByteBuffer());
        head = whole;
    }
    BatchEntry entry;
    if (BatchIterator(head).next(entry) && entry.kind == EntryKind::Batch) {
        batch.control = firstControlRecord(m_records, entry);
    }
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
        fillBatch(batch, part.entry.bytes, m_scanned);
        readControl(batch, part.entry.bytes);
    } else if (batch.kind == EntryKind::Message) {
        fillMessage(batch, part.entry.bytes);
    }
    return true;
}

}  // namespace brokerscope
