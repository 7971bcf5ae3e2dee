#pragma once

#include "core/records/batch_iterator.h"
#include "core/records/decompressor.h"
#include "core/records/record_sink.h"
#include "core/records/record_window.h"

namespace brokerscope {

// The legacy messages (magic 0 and 1) of one entry: the message itself, or those within a compressed one. Offsets
// within a wrapper of magic 1 are relative, absolute = wrapper's - last inner one + inner one (KIP-31); within magic 0
// they stand as they are. A wrapper with LogAppendTime gives its timestamp to all within. What is decompressed is not
// held whole: a wrapper of magic 1 that is large is read twice, since its last message tells the offsets. Not thread
// safe; borrows bytes and decompressor.
class MessageRecords {
public:
    MessageRecords(Decompressor& decompressor, const Limits& limits)
        : m_decompressor(decompressor), m_ahead(limits), m_limits(limits) {}

    void begin(const BatchEntry& message);
    bool next(RecordView& record);  // false at the end

    bool isDecompressed() const { return m_isCompressed; }
    SnappyFraming snappy() const { return m_isCompressed ? m_decompressor.snappy() : SnappyFraming::NotSnappy; }
    // Of what was decompressed: where the last record lies, and where that begins in the whole.
    ByteView bytes() const { return m_window.bytes(); }
    std::uint64_t bytesAt() const { return m_window.position(); }
    // Of the message itself; spans count from its first byte.
    std::vector<Diagnostic>& outerRemarks();
    // Of what was decompressed; spans count from its first byte.
    std::vector<Diagnostic>& innerRemarks() { return m_inner; }

private:
    void readMessage(const BatchEntry& message, RecordView& record, std::vector<Diagnostic>& remarks);
    void openWrapper(const BatchEntry& message);
    std::int64_t lastInnerOffset();
    bool nextEntry(BatchEntry& entry);
    bool nextInner(RecordView& record);

    Decompressor& m_decompressor;
    Decompressor m_ahead;
    Limits m_limits;
    RecordSink m_sink;
    std::vector<Diagnostic> m_outer;
    std::vector<Diagnostic> m_inner;
    RecordView m_message;  // the entry itself
    bool m_isCompressed = false;
    bool m_isDone = true;
    std::size_t m_valueAt = 0;  // of the wrapper's value in its bytes
    RecordWindow m_window;
    std::size_t m_read = 0;  // bytes of the window
    std::int64_t m_offsetShift = 0;
};

}  // namespace brokerscope
