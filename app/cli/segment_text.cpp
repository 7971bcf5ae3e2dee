#include "app/cli/segment_text.h"

#include "core/records/offset_gaps.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {

SegmentText::SegmentText(const CommandContext& context, SegmentOptions options)
    : m_context(context)
    , m_options(std::move(options))
    , m_reader(context.limits)
    , m_topicRecords(context.registry(), context.choice(), context.limits, context.readable()) {}

void SegmentText::begin(std::optional<std::string> file, const InternalTopicFacts* topic) {
    m_file = std::move(file);
    m_topic = topic;
    // What is decoded has to be there as a whole.
    m_reader.handOutLarge(topic == nullptr);
}

void SegmentText::append(std::string& out, const SegmentPart& part, PartFinding finding, const Spill& spill) {
    m_out = &out;
    m_spill = &spill;
    if (part.skipped > 0) {
        appendSkipped(part);
        return;
    }
    BatchFacts facts = batchFacts(part.entry, part.crc);
    facts.isAborted = finding.isAborted;
    if (part.entry.kind == EntryKind::Message && !facts.count && !m_options.batchesOnly) {
        completeWrapper(part.entry, facts);
    }
    if (!isWanted(facts)) {
        return;
    }
    if (m_options.batchesOnly) {
        ++m_printed;
    }
    if (m_options.isJson) {
        appendJson(part, facts, std::move(finding.remark));
    } else {
        appendText(part, facts, std::move(finding.remark));
    }
    spill(out);
}

bool SegmentText::isWanted(const BatchFacts& facts) const {
    // What is cut off before its offset is shown: it is the end.
    return !facts.baseOffset || m_options.wants(*facts.baseOffset, facts.lastOffset.value_or(*facts.baseOffset));
}

// Only reading a compressed wrapper tells which messages it holds.
void SegmentText::completeWrapper(const BatchEntry& entry, BatchFacts& facts) {
    std::int64_t count = 0;
    for (m_reader.open(entry); m_reader.next(); ++count) {
        if (count == 0) {
            facts.baseOffset = m_reader.record().offset;
        }
    }
    facts.count = count;
}

template <typename Take>
void SegmentText::readRecords(const BatchEntry& entry, Take take) {
    m_decodeRemarks.clear();
    m_recordIndex = -1;
    m_reader.open(entry);
    const BatchHeader& header = m_reader.header();
    const bool isCompacted = entry.kind == EntryKind::Batch && header.recordsCount != header.lastOffsetDelta + 1LL;
    std::optional<OffsetGaps> gaps = isCompacted ? std::optional<OffsetGaps>(header) : std::nullopt;
    while (m_reader.next()) {
        ++m_recordIndex;
        const RecordView& record = m_reader.record();
        if (gaps && !record.isOffsetMissing) {
            gaps->add(record.offset);
        }
        if (!(record.isOffsetMissing || m_options.wants(record.offset, record.offset)) || isEnough()) {
            continue;
        }
        ++m_printed;
        take(record);
        (*m_spill)(*m_out);
    }
    m_gapRemark = gaps ? gaps->finish() : std::nullopt;
}

// Of a record that was not read whole nobody knows what it says.
bool SegmentText::isDecoded(const RecordView& record) const {
    return m_topic != nullptr && !record.key.isMissing && !record.value.isMissing;
}

void SegmentText::appendRecordObject(const RecordView& record) {
    if (m_reader.header().isControl()) {
        appendRecordJson(*m_out, record, controlText(m_context.registry(), record, m_context.limits).json);
        return;
    }
    if (!isDecoded(record)) {
        appendRecordJson(*m_out, record, {}, false, *m_spill);
        return;
    }
    const TopicRecord read = m_topicRecords.reader().read(*m_topic, record.key, record.value);
    const auto masked = m_topicRecords.masked(read, record);
    appendRecordJson(*m_out, masked ? masked->view : record, decodedJson(record, read), masked.has_value(), *m_spill);
}

// What "decoded" holds.
std::string SegmentText::decodedJson(const RecordView& record, const TopicRecord& read) {
    const std::size_t first = m_decodeRemarks.size();
    std::string json = m_topicRecords.json(read, record, m_reader.bytes(), m_decodeRemarks);
    for (std::size_t i = first; i < m_decodeRemarks.size(); ++i) {
        Diagnostic& remark = m_decodeRemarks[i];
        remark.path = fmt::format("records[{}].{}", m_recordIndex, remark.path);
        remark.span.offset += m_reader.bytesAt();
        remark.span.buffer = m_reader.isDecompressed() ? RecordReader::kDecompressed : BufferId::Main;
    }
    return json;
}

void SegmentText::appendRecordText(const RecordView& record) {
    *m_out += "  ";
    if (m_reader.header().isControl()) {
        appendControlLine(*m_out, record, controlText(m_context.registry(), record, m_context.limits));
        *m_out += '\n';
        return;
    }
    if (!isDecoded(record)) {
        appendRecordLine(*m_out, record, {}, *m_spill);
        *m_out += '\n';
        return;
    }
    m_hasError = !m_topicRecords.appendRecord(*m_out, *m_topic, record, 2) || m_hasError;
}

void SegmentText::noteErrors(const std::vector<Diagnostic>& remarks) {
    m_hasError = m_hasError || std::any_of(remarks.begin(), remarks.end(),
                                           [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

// What is wrong with an entry: positions in the file where the bytes stand there, else in what was decompressed.
void SegmentText::addRemarks(std::vector<Diagnostic>& remarks, const SegmentPart& part,
                             std::optional<Diagnostic> before) {
    if (part.remark) {
        remarks.push_back(*part.remark);
    }
    if (before) {
        remarks.push_back(std::move(*before));
    }
    const bool isRead = part.entry.kind == EntryKind::Batch || part.entry.kind == EntryKind::Message;
    if (isRead && !m_options.batchesOnly) {
        for (Diagnostic& remark : m_reader.takeRemarks()) {
            remark.span.offset += remark.span.buffer == BufferId::Main ? part.entry.position : 0;
            remarks.push_back(std::move(remark));
        }
        for (Diagnostic& remark : m_decodeRemarks) {
            remark.span.offset += remark.span.buffer == BufferId::Main ? part.entry.position : 0;
            remarks.push_back(std::move(remark));
        }
        m_decodeRemarks.clear();
        if (m_gapRemark) {
            m_gapRemark->span.offset += part.entry.position;
            remarks.push_back(*std::exchange(m_gapRemark, std::nullopt));
        }
    }
    noteErrors(remarks);
}

void SegmentText::appendRemarkLine(const Diagnostic& remark) {
    *m_out += "  ! ";
    *m_out += remark.span.buffer == BufferId::Main ? "" : "decompressed, ";
    *m_out += diagnosticLine(remark);
    *m_out += '\n';
}

void SegmentText::addFile(JsonObject& object) const {
    if (m_file) {
        object.add("file", *m_file);
    } else {
        object.addNull("file");
    }
}

void SegmentText::appendText(const SegmentPart& part, const BatchFacts& facts, std::optional<Diagnostic> before) {
    *m_out += batchLine(facts);
    *m_out += '\n';
    if (!m_options.batchesOnly) {
        readRecords(part.entry, [this](const RecordView& record) { appendRecordText(record); });
    }
    std::vector<Diagnostic> remarks;
    addRemarks(remarks, part, std::move(before));
    for (const Diagnostic& remark : remarks) {
        appendRemarkLine(remark);
    }
}

void SegmentText::appendJson(const SegmentPart& part, const BatchFacts& facts, std::optional<Diagnostic> before) {
    {
        JsonObject object(*m_out);
        addFile(object);
        addBatchFacts(object, facts);
        if (!m_options.batchesOnly) {
            object.addKey("records");
            JsonArray array(*m_out);
            readRecords(part.entry, [&](const RecordView& record) {
                array.next();
                appendRecordObject(record);
            });
        }
        std::vector<Diagnostic> remarks;
        addRemarks(remarks, part, std::move(before));
        object.addKey("diagnostics");
        appendDiagnosticsJson(*m_out, remarks);
    }
    *m_out += '\n';
}

void SegmentText::appendSkipped(const SegmentPart& part) {
    m_hasError = m_hasError || part.remark->severity == Severity::Error;
    if (!m_options.isJson) {
        appendRemarkLine(*part.remark);
        return;
    }
    {
        JsonObject object(*m_out);
        addFile(object);
        object.add("position", part.entry.position);
        object.add("size", part.skipped);
        object.addKey("diagnostics");
        appendDiagnosticsJson(*m_out, std::vector<Diagnostic>{*part.remark});
    }
    *m_out += '\n';
}

}  // namespace brokerscope
