#pragma once

#include "core/records/batch_iterator.h"
#include "core/records/decompressor.h"
#include "core/records/record_sink.h"

namespace brokerscope {

// The legacy messages (magic 0 and 1) of one entry: the message itself, or those within a compressed one. Offsets
// within a wrapper of magic 1 are relative, absolute = wrapper's - last inner one + inner one (KIP-31); within magic 0
// they stand as they are. A wrapper with LogAppendTime gives its timestamp to all within. Not thread safe; borrows
// bytes and decompressor.
class MessageRecords {
public:
    MessageRecords(Decompressor& decompressor, const Limits& limits) : m_decompressor(decompressor), m_limits(limits) {}

    void begin(const BatchEntry& message);
    bool next(RecordView& record);  // false at the end

    bool isDecompressed() const { return m_isCompressed; }
    SnappyFraming snappy() const { return m_snappy; }
    // Of the message itself; spans count from its first byte.
    std::vector<Diagnostic>& outerRemarks() { return m_outer; }
    // Of what was decompressed; spans count from its first byte.
    std::vector<Diagnostic>& innerRemarks() { return m_inner; }

private:
    void readMessage(const BatchEntry& message, RecordView& record, std::vector<Diagnostic>& remarks);
    void openWrapper(const BatchEntry& message);
    bool nextInner(RecordView& record);

    Decompressor& m_decompressor;
    Limits m_limits;
    RecordSink m_sink;
    std::vector<Diagnostic> m_outer;
    std::vector<Diagnostic> m_inner;
    RecordView m_message;  // the entry itself
    bool m_isCompressed = false;
    bool m_isDone = true;
    SnappyFraming m_snappy = SnappyFraming::NotSnappy;
    BatchIterator m_set{ByteView()};
    std::int64_t m_offsetShift = 0;
};

}  // namespace brokerscope
