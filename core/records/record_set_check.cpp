#include "core/records/record_set_check.h"

#include "core/records/producer_continuity.h"
#include "core/records/record_reader.h"

#include <string>
#include <utility>

namespace brokerscope {
namespace {

class RecordSetCheck {
public:
    explicit RecordSetCheck(const Limits& limits) : m_most(limits.diagnostics), m_reader(limits) {}

    // False once there are as many remarks as are kept.
    bool check(const SegmentPart& part) {
        if (part.remark) {
            say(*part.remark);
        }
        const BatchEntry& entry = part.entry;
        if (part.skipped == 0) {
            checkSequence(entry);
            checkRecords(entry);
            ++m_number;
        }
        return m_remarks.size() < m_most;
    }

    std::vector<Diagnostic> take() { return std::move(m_remarks); }

private:
    void checkSequence(const BatchEntry& entry) {
        if (entry.kind != EntryKind::Batch) {
            return;
        }
        if (auto odd = m_continuity.check(BatchHeader::read(entry.bytes))) {
            odd->span = spanOf(entry);
            say(std::move(*odd));
        }
    }

    void checkRecords(const BatchEntry& entry) {
        // What is cut off or has no known layout was said of the part already.
        if (entry.kind != EntryKind::Batch && entry.kind != EntryKind::Message) {
            return;
        }
        for (m_reader.open(entry); m_reader.next();) {
        }
        for (Diagnostic& remark : m_reader.takeRemarks()) {
            remark.span.offset += entry.position;
            remark.span = remark.span.buffer == BufferId::Main ? remark.span : spanOf(entry);
            say(std::move(remark));
        }
    }

    void say(Diagnostic remark) {
        if (m_remarks.size() >= m_most) {
            return;
        }
        const std::string batch = "batches[" + std::to_string(m_number) + ']';
        remark.path = remark.path.empty() ? batch : batch + '.' + remark.path;
        m_remarks.push_back(std::move(remark));
    }

    static ByteSpan spanOf(const BatchEntry& entry) { return {BufferId::Main, entry.position, entry.bytes.size()}; }

    std::uint64_t m_most;
    RecordReader m_reader;
    ProducerContinuity m_continuity;
    std::uint64_t m_number = 0;  // of the batch
    std::vector<Diagnostic> m_remarks;
};

}  // namespace

void visitRecordSet(ByteView set, const Limits& limits, const std::function<bool(const SegmentPart&)>& take,
                    std::uint64_t position) {
    SegmentReader reader(limits, position);
    reader.feed(set);
    reader.finish();
    for (SegmentPart part; reader.next(part);) {
        // What a file ends inside of, a limit of the Fetch has cut.
        if (part.remark && part.remark->id == MessageId::BatchIncomplete) {
            part.remark->id = MessageId::BatchPartial;
        }
        if (!take(part)) {
            return;
        }
    }
}

std::vector<Diagnostic> recordSetRemarks(ByteView set, const Limits& limits, std::uint64_t position) {
    RecordSetCheck check(limits);
    visitRecordSet(
        set, limits, [&check](const SegmentPart& part) { return check.check(part); }, position);
    return check.take();
}

}  // namespace brokerscope
