#include "app/cli/segment_printer.h"

#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <ostream>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kSpill = 262144;

}  // namespace

void addSegmentOptions(CLI::App& command, SegmentOptions& options) {
    command.add_flag("--batches-only", options.batchesOnly, "Headers and checksums of batches, without records");
    command.add_option("--from", options.from, "First offset to print")->type_name("OFFSET");
    command.add_option("--to", options.to, "Last offset to print")->type_name("OFFSET");
    command.add_option("--max", options.most, "Print at most so many records, or batches with --batches-only")
        ->type_name("N");
    addDecodeOption(command, options.decode);
}

SegmentPrinter::SegmentPrinter(const CommandContext& context, SegmentOptions options)
    : m_context(context)
    , m_options(std::move(options))
    , m_reader(context.limits)
    , m_topicRecords(context.registry(), context.choice(), context.limits, context.readable())
    , m_topic(decodedTopic(m_topicRecords.reader(), m_options.decode, std::nullopt)) {}

SegmentPrinter::~SegmentPrinter() {
    flush();
}

void SegmentPrinter::begin(std::optional<std::string> file) {
    m_file = std::move(file);
    m_topic = decodedTopic(m_topicRecords.reader(), m_options.decode, m_file);
    m_continuity = ProducerContinuity();
}

void SegmentPrinter::begin(const InternalTopicFacts* topic) {
    begin(std::optional<std::string>());
    m_topic = m_options.decode.isAuto() ? topic : m_topic;
}

void SegmentPrinter::flush() {
    m_context.streams.out << m_out;
    m_context.streams.out.flush();
    m_out.clear();
}

void SegmentPrinter::spill() {
    if (m_out.size() >= kSpill) {
        m_context.streams.out << m_out;
        m_out.clear();
    }
}

bool SegmentPrinter::print(const SegmentPart& part) {
    if (m_options.most && m_printed >= *m_options.most) {
        return false;
    }
    if (part.skipped > 0) {
        printSkipped(part);
        return true;
    }
    BatchFacts facts = batchFacts(part.entry, part.crc);
    if (part.entry.kind == EntryKind::Message && !facts.count && !m_options.batchesOnly) {
        completeWrapper(part.entry, facts);
    }
    if (!isWanted(facts)) {
        return true;
    }
    if (m_options.batchesOnly) {
        ++m_printed;
    }
    if (m_options.isJson) {
        printJson(part, facts);
    } else {
        printText(part, facts);
    }
    spill();
    return true;
}

void SegmentPrinter::printSet(ByteView set) {
    SegmentReader reader(m_context.limits);
    reader.feed(set);
    reader.finish();
    for (SegmentPart part; reader.next(part);) {
        if (!print(part)) {
            break;
        }
    }
    flush();
}

bool SegmentPrinter::isWanted(const BatchFacts& facts) const {
    // What is cut off before its offset is shown: it is the end.
    return !facts.baseOffset ||
           (facts.lastOffset.value_or(*facts.baseOffset) >= m_options.from && *facts.baseOffset <= m_options.to);
}

// Only reading a compressed wrapper tells which messages it holds.
void SegmentPrinter::completeWrapper(const BatchEntry& entry, BatchFacts& facts) {
    std::int64_t count = 0;
    for (m_reader.open(entry); m_reader.next(); ++count) {
        if (count == 0) {
            facts.baseOffset = m_reader.record().offset;
        }
    }
    facts.count = count;
}

template <typename Take>
void SegmentPrinter::readRecords(const BatchEntry& entry, Take take) {
    m_decodeRemarks.clear();
    m_recordIndex = -1;
    for (m_reader.open(entry); m_reader.next();) {
        ++m_recordIndex;
        const RecordView& record = m_reader.record();
        const bool isBeforeEnd = !m_options.most || m_printed < *m_options.most;
        if (record.offset < m_options.from || record.offset > m_options.to || !isBeforeEnd) {
            continue;
        }
        ++m_printed;
        take(record);
        spill();
    }
}

// What "decoded" holds; empty: nothing is decoded.
std::string SegmentPrinter::decodedJson(const RecordView& record) {
    if (m_reader.header().isControl()) {
        return controlText(m_context.registry(), record, m_context.limits).json;
    }
    if (m_topic == nullptr) {
        return {};
    }
    const std::size_t first = m_decodeRemarks.size();
    std::string json = m_topicRecords.json(m_topicRecords.reader().read(*m_topic, record.key, record.value), record,
                                           m_reader.bytes(), m_decodeRemarks);
    for (std::size_t i = first; i < m_decodeRemarks.size(); ++i) {
        Diagnostic& remark = m_decodeRemarks[i];
        remark.path = fmt::format("records[{}].{}", m_recordIndex, remark.path);
        remark.span.buffer = m_reader.isDecompressed() ? RecordReader::kDecompressed : BufferId::Main;
    }
    return json;
}

void SegmentPrinter::appendRecordText(const RecordView& record) {
    m_out += "  ";
    const bool isControl = m_reader.header().isControl();
    if (isControl || m_topic == nullptr) {
        appendRecordLine(m_out, record,
                         isControl ? controlText(m_context.registry(), record, m_context.limits).line()
                                   : std::string());
        m_out += '\n';
        return;
    }
    const TopicRecord read = m_topicRecords.reader().read(*m_topic, record.key, record.value);
    appendRecordLine(m_out, record, TopicRecordText::heading(read));
    m_out += '\n';
    m_topicRecords.writeTrees(read, record, 2, [this](std::string_view line) {
        m_out += line;
        m_out += '\n';
    });
}

// What is wrong with an entry: positions in the file where the bytes stand there, else in what was decompressed.
void SegmentPrinter::addRemarks(std::vector<Diagnostic>& remarks, const SegmentPart& part) {
    if (part.remark) {
        remarks.push_back(*part.remark);
    }
    if (part.entry.kind == EntryKind::Batch) {
        if (auto odd = m_continuity.check(BatchHeader::read(part.entry.bytes))) {
            odd->span = {BufferId::Main, part.entry.position, part.entry.bytes.size()};
            remarks.push_back(std::move(*odd));
        }
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
    }
    for (const Diagnostic& remark : remarks) {
        m_hasError = m_hasError || remark.severity == Severity::Error;
    }
}

void SegmentPrinter::appendRemarkLine(const Diagnostic& remark) {
    m_out += "  ! ";
    m_out += remark.span.buffer == BufferId::Main ? "" : "decompressed, ";
    m_out += diagnosticLine(remark);
    m_out += '\n';
}

void SegmentPrinter::addFile(JsonObject& object) const {
    if (m_file) {
        object.add("file", *m_file);
    } else {
        object.addNull("file");
    }
}

void SegmentPrinter::printText(const SegmentPart& part, const BatchFacts& facts) {
    m_out += batchLine(facts);
    m_out += '\n';
    if (!m_options.batchesOnly) {
        readRecords(part.entry, [this](const RecordView& record) { appendRecordText(record); });
    }
    std::vector<Diagnostic> remarks;
    addRemarks(remarks, part);
    for (const Diagnostic& remark : remarks) {
        appendRemarkLine(remark);
    }
}

void SegmentPrinter::printJson(const SegmentPart& part, const BatchFacts& facts) {
    {
        JsonObject object(m_out);
        addFile(object);
        addBatchFacts(object, facts);
        if (!m_options.batchesOnly) {
            object.addKey("records");
            JsonArray array(m_out);
            readRecords(part.entry, [&](const RecordView& record) {
                array.next();
                appendRecordJson(m_out, record, decodedJson(record));
            });
        }
        std::vector<Diagnostic> remarks;
        addRemarks(remarks, part);
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, remarks);
    }
    m_out += '\n';
}

void SegmentPrinter::printSkipped(const SegmentPart& part) {
    m_hasError = m_hasError || part.remark->severity == Severity::Error;
    if (!m_options.isJson) {
        appendRemarkLine(*part.remark);
        return;
    }
    {
        JsonObject object(m_out);
        addFile(object);
        object.add("position", part.entry.position);
        object.add("size", part.skipped);
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, std::vector<Diagnostic>{*part.remark});
    }
    m_out += '\n';
}

}  // namespace brokerscope
