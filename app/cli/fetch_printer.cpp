#include "app/cli/fetch_printer.h"

#include "app/cli/counted.h"
#include "app/cli/fetch_run.h"
#include "app/cli/text_stream.h"
#include "core/records/batch_crc.h"
#include "core/records/committed_view.h"
#include "core/records/control_record.h"
#include "core/records/first_batch.h"
#include "core/text/diagnostic_json.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {

FetchPrinter::FetchPrinter(const CommandContext& context, FetchPrinterOptions options)
    : m_context(context)
    , m_options(std::move(options))
    , m_reader(context.limits)
    , m_topicRecords(context.registry(), context.choice(), context.limits, context.readable()) {}

FetchPrinter::~FetchPrinter() {
    flush();
}

void FetchPrinter::flush() {
    m_context.streams.out << m_out;
    m_context.streams.out.flush();
    m_out.clear();
}

void FetchPrinter::spill() {
    if (m_out.size() >= kSpillBytes) {
        m_context.streams.out << m_out;
        m_out.clear();
    }
}

void FetchPrinter::worsen(int status) {
    m_status = std::max(m_status, status);
}

void FetchPrinter::beginPartition(const FetchPiece& piece) {
    if (piece.topic != m_topic) {
        m_topic = piece.topic;
        const TopicRecordReader& reader = m_topicRecords.reader();
        m_decodedTopic =
            m_options.decode.isAuto() ? reader.topic(m_topic) : decodedTopic(reader, m_options.decode, std::nullopt);
        m_partition = -1;
        // What is decoded has to be there as a whole.
        m_reader.handOutLarge(m_decodedTopic == nullptr);
    }
    if (piece.partition == m_partition) {
        return;
    }
    m_partition = piece.partition;
    m_prefix.clear();
    if (m_options.isJson) {
        m_prefix = "{\"topic\":";
        appendJsonString(m_prefix, m_topic);
        m_prefix += fmt::format(",\"partition\":{},", m_partition);
    } else {
        m_prefix = fmt::format("{}:", m_partition);
    }
}

bool FetchPrinter::print(const FetchPiece& piece) {
    beginPartition(piece);
    tellLarge(piece);
    noteHeld(piece);
    CommittedView committed(piece.aborted);
    BatchIterator entries(piece.records);
    for (BatchEntry entry; entries.next(entry);) {
        if (isVisible(entry, committed) && !printEntry(piece, entry)) {
            return false;
        }
    }
    if (piece.problem) {
        tellProblem(piece);
    }
    // Whoever read the output may have enough of it.
    return m_context.streams.out.good();
}

bool FetchPrinter::isVisible(const BatchEntry& entry, CommittedView& committed) {
    if (entry.kind != EntryKind::Batch) {
        return entry.kind == EntryKind::Message;
    }
    const BatchHeader header = BatchHeader::read(entry.bytes);
    const auto records = static_cast<std::uint64_t>(std::max(header.recordsCount, 0));
    const CommittedState state = committed.visit(header, header.isControl() ? firstControlRecord(m_reader, entry)
                                                                            : std::optional<ControlRecord>());
    if (state == CommittedState::Control) {
        m_controls += records;
        return false;
    }
    const bool isHidden = state == CommittedState::Aborted && m_options.isolation == IsolationLevel::ReadCommitted;
    m_aborted += isHidden ? records : 0;
    return !isHidden;
}

bool FetchPrinter::printEntry(const FetchPiece& piece, const BatchEntry& entry) {
    if (const auto crc = checkCrc(entry)) {
        if (const auto remark = crc->remark(0)) {
            tellRemark(piece, entry, *remark);
        }
    }
    bool goesOn = true;
    for (m_reader.open(entry); goesOn && m_reader.next();) {
        const RecordView& record = m_reader.record();
        const bool isWanted = record.offset >= piece.firstOffset && record.offset < piece.endOffset;
        if (!isWanted && !record.isOffsetMissing) {
            continue;
        }
        printRecord(record);
        goesOn = !m_options.most || ++m_printed < *m_options.most;
    }
    for (const Diagnostic& remark : m_reader.takeRemarks()) {
        tellRemark(piece, entry, remark);
    }
    for (const Diagnostic& remark : std::exchange(m_decodeRemarks, {})) {
        tellRemark(piece, entry, remark);
    }
    return goesOn;
}

void FetchPrinter::printRecord(const RecordView& record) {
    if (m_options.isJson) {
        m_out += m_prefix;
        appendMembers(record);
        m_out += '\n';
    } else {
        appendText(record);
    }
    spill();
}

// Of its object, behind where it is.
void FetchPrinter::appendMembers(const RecordView& record) {
    if (!isDecoded(record)) {
        appendRecordMembers(m_out, record, {}, false, m_spill);
        return;
    }
    const std::size_t first = m_decodeRemarks.size();
    const TopicRecord read = m_topicRecords.reader().read(*m_decodedTopic, record.key, record.value);
    const auto masked = m_topicRecords.masked(read, record);
    appendRecordMembers(m_out, masked ? masked->view : record,
                        m_topicRecords.json(read, record, m_reader.bytes(), m_decodeRemarks), masked.has_value(),
                        m_spill);
    for (std::size_t i = first; i < m_decodeRemarks.size(); ++i) {
        m_decodeRemarks[i].span.offset += m_reader.bytesAt();
    }
}

void FetchPrinter::appendText(const RecordView& record) {
    m_out += m_prefix;
    if (!isDecoded(record)) {
        appendRecordLine(m_out, record, {}, m_spill);
        m_out += '\n';
        return;
    }
    if (!m_topicRecords.appendRecord(m_out, *m_decodedTopic, record, 1)) {
        worsen(kDataError);
    }
}

// Of a record that was not read whole nobody knows what it says.
bool FetchPrinter::isDecoded(const RecordView& record) const {
    return m_decodedTopic != nullptr && !record.key.isMissing && !record.value.isMissing;
}

void FetchPrinter::noteHeld(const FetchPiece& piece) {
    if (m_options.isolation != IsolationLevel::ReadCommitted || piece.lastStableOffset < 0) {
        return;
    }
    // The newest answer counts: a transaction may have ended meanwhile.
    if (piece.lastStableOffset < piece.highWatermark) {
        m_held[{piece.topic, piece.partition}] = {piece.lastStableOffset, piece.highWatermark};
    } else {
        m_held.erase({piece.topic, piece.partition});
    }
}

void FetchPrinter::tellProblem(const FetchPiece& piece) {
    flush();
    worsen(tellFetchProblem(m_context, piece));
}

// What is no fault, but would surprise whoever counts bytes.
void FetchPrinter::tellLarge(const FetchPiece& piece) {
    const auto remark = firstBatchRemark(piece.records, piece.maxBytes);
    if (remark) {
        flush();
        m_context.streams.err << fmt::format("bscope: {}-{}, from offset {} on: {}\n", piece.topic, piece.partition,
                                             piece.firstOffset, diagnosticLine(*remark));
    }
}

void FetchPrinter::tellRemark(const FetchPiece& piece, const BatchEntry& entry, const Diagnostic& remark) {
    if (remark.severity == Severity::Note) {
        return;
    }
    flush();
    m_context.streams.err << fmt::format("bscope: {}-{}, batch at offset {}: {}{}\n", piece.topic, piece.partition,
                                         entry.offset, remark.span.buffer == BufferId::Main ? "" : "decompressed, ",
                                         diagnosticLine(remark));
    if (remark.severity == Severity::Error) {
        worsen(kDataError);
    }
}

void FetchPrinter::tellOmitted() const {
    tellCounts();
    tellHeld();
}

void FetchPrinter::tellCounts() const {
    std::string omitted = m_controls == 0 ? "" : counted(m_controls, "control record", "control records");
    if (m_aborted > 0) {
        omitted += omitted.empty() ? "" : " and ";
        omitted += counted(m_aborted, "record of aborted transactions", "records of aborted transactions");
    }
    if (!omitted.empty()) {
        m_context.remark("not shown: " + omitted);
    }
}

void FetchPrinter::tellHeld() const {
    // Whoever asked for so many did not come to the end.
    if (m_options.most && m_printed >= *m_options.most) {
        return;
    }
    for (const auto& [place, offsets] : m_held) {
        m_context.remark(fmt::format("{}-{}: ends at the last stable offset {}, before the high watermark {}: a "
                                     "transaction that is still open holds it there",
                                     place.first, place.second, offsets.first, offsets.second));
    }
}

}  // namespace brokerscope
