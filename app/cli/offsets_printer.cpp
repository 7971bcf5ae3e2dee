#include "app/cli/offsets_printer.h"

#include "app/cli/counted.h"
#include "core/base/ascii.h"
#include "core/records/control_record.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/record_texts.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr std::size_t kEnoughText = 262144;

std::string countedAs(const TopicRecord& read) {
    if (!read.type) {
        return "no record type";
    }
    return read.name.empty() ? fmt::format("unknown {}", *read.type) : read.name;
}

}  // namespace

OffsetsPrinter::OffsetsPrinter(const CommandContext& context, OffsetsPrinting printing, TopicNameOf nameOf)
    : m_context(context)
    , m_printing(std::move(printing))
    , m_nameOf(std::move(nameOf))
    , m_texts(context.registry(), context.choice(), context.limits, context.readable())
    , m_topic(*m_texts.reader().topic(m_printing.decodedAs))
    , m_reader(context.limits)
    , m_filter(m_printing.filter, {&context.registry(), m_printing.topic, m_printing.decodedAs, context.limits},
               {m_printing.decodedAs, m_nameOf, context.choice(), context.limits}) {}

OffsetsPrinter::~OffsetsPrinter() {
    flush();
}

void OffsetsPrinter::flush() {
    m_context.streams.out << m_out;
    m_context.streams.out.flush();
    m_out.clear();
}

bool OffsetsPrinter::print(const TopicEntry& entry) {
    m_partition = entry.partition;
    m_checkpoint = entry.checkpoint;
    m_filter.open(entry.partition, entry.entry);
    bool goesOn = true;
    for (m_reader.open(entry.entry); goesOn && m_reader.next();) {
        const RecordView& record = m_reader.record();
        if (record.offset >= entry.first && record.offset < entry.end) {
            printRecord(record);
        }
        goesOn = !m_printing.most || m_printed < *m_printing.most;
    }
    tellRemarks(m_reader.takeRemarks(), entry.entry.offset);
    if (m_out.size() >= kEnoughText) {
        flush();
    }
    return goesOn && m_context.streams.out.good();
}

void OffsetsPrinter::printRecord(const RecordView& record) {
    if (m_reader.header().isControl()) {
        printMarker(record);
    } else if (m_filter.matches(record.offset)) {
        printData(record);
    }
}

bool OffsetsPrinter::isChoosing() const {
    return !m_printing.groups.empty() || !m_printing.types.empty() || !m_filter.isEmpty();
}

bool OffsetsPrinter::isWanted(const TopicRecord& read, const RecordPhrase& subject) const {
    const std::string* group = subject.group();
    if (!m_printing.groups.empty() && (group == nullptr || !m_printing.groups.contains(*group))) {
        return false;
    }
    return m_printing.types.empty() || m_printing.types.contains(asciiLowered(read.name)) ||
           (read.type && m_printing.types.contains(std::to_string(*read.type)));
}

void OffsetsPrinter::addPlace(JsonObject& object, const RecordView& record) const {
    object.add("topic", m_printing.topic);
    object.add("partition", m_partition);
    if (m_checkpoint >= 0) {
        object.add("checkpoint", m_checkpoint);
    }
    object.add("offset", record.offset);
    object.add("timestamp", record.timestamp);
}

std::string OffsetsPrinter::placeBegin() const {
    return m_checkpoint < 0 ? fmt::format("{}:", m_partition)
                            : fmt::format("checkpoint {}, {}:", m_checkpoint, m_partition);
}

void OffsetsPrinter::printData(const RecordView& record) {
    const TopicRecord read = m_texts.reader().read(m_topic, record.key, record.value);
    const RecordPhrase subject = phraseOf(read, record, m_nameOf, m_context.limits);
    if (!isWanted(read, subject)) {
        return;
    }
    ++m_printed;
    ++m_counts[countedAs(read)];
    const bool isPending = m_reader.header().isTransactional();
    if (isPending) {
        ++pendingOf();
    }
    if (m_printing.isJson) {
        appendObject(read, subject, record);
        return;
    }
    m_out += placeBegin();
    std::string says = TopicRecordText::heading(read, subject.text);
    if (isPending) {
        says += fmt::format(", pending until the marker of producer {}", m_reader.header().producerId);
    }
    appendRecordLine(m_out, record, says);
    m_out += '\n';
    std::vector<Diagnostic> remarks;
    m_texts.json(read, record, m_reader.bytes(), remarks);
    noteFaults(remarks);
    m_texts.writeTrees(read, record, 1, [this](std::string_view line) {
        m_out += line;
        m_out += '\n';
    });
}

void OffsetsPrinter::appendObject(const TopicRecord& read, const RecordPhrase& subject, const RecordView& record) {
    std::vector<Diagnostic> remarks;
    {
        JsonObject object(m_out);
        addPlace(object, record);
        m_texts.addTo(object, read, record, m_reader.bytes(), remarks);
        const auto addText = [&object](std::string_view key, const std::string* text) {
            if (text == nullptr) {
                object.addNull(key);
            } else {
                object.add(key, *text);
            }
        };
        const std::string* about = subject.text.empty() ? nullptr : &subject.text;
        addText("group", subject.group());
        addText("about", about);
        addText("deletes", read.isTombstone ? about : nullptr);
        const bool isTransactional = m_reader.header().isTransactional();
        object.add("transactional", isTransactional);
        if (isTransactional) {
            object.add("producerId", m_reader.header().producerId);
            object.add("pending", true);
        }
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, remarks);
    }
    m_out += '\n';
    noteFaults(remarks);
}

void OffsetsPrinter::noteFaults(const std::vector<Diagnostic>& remarks) {
    if (std::ranges::any_of(remarks, [](const Diagnostic& remark) { return remark.severity == Severity::Error; })) {
        m_status = kDataError;
    }
}

// A marker decides commits that were printed: what was not asked for is not decided here.
void OffsetsPrinter::printMarker(const RecordView& record) {
    const auto waiting = m_pending.find({m_partition, m_reader.header().producerId});
    const std::uint64_t decided = waiting == m_pending.end() ? 0 : waiting->second;
    if (waiting != m_pending.end()) {
        m_pending.erase(waiting);
    }
    const bool isFound = !m_filter.isEmpty() && m_filter.matches(record.offset);
    if (isChoosing() && decided == 0 && !isFound) {
        return;
    }
    ++m_printed;
    const ControlText control = controlText(m_context.registry(), record, m_context.limits);
    ++m_counts[control.name];
    if (!m_printing.isJson) {
        m_out += placeBegin();
        const std::int64_t producer = m_reader.header().producerId;
        // Control records of __cluster_metadata are of no transaction.
        appendRecordLine(m_out, record,
                         producer < 0 ? control.line()
                                      : fmt::format("{} marker of producer {}, decides {} above", control.name,
                                                    producer, counted(decided, "record", "records")));
        m_out += '\n';
        return;
    }
    {
        JsonObject object(m_out);
        addPlace(object, record);
        object.addNull("type");
        object.addNull("typeId");
        object.addJson("control", control.json);
        object.add("decides", decided);
        object.add("tombstone", false);
        object.addNull("deletes");
        object.add("transactional", m_reader.header().isTransactional());
        object.add("producerId", m_reader.header().producerId);
        object.addJson("diagnostics", "[]");
    }
    m_out += '\n';
}

void OffsetsPrinter::tellRemarks(std::vector<Diagnostic> remarks, std::int64_t offset) {
    for (const Diagnostic& remark : remarks) {
        if (remark.severity == Severity::Note) {
            continue;
        }
        flush();
        m_context.streams.err << fmt::format("bscope: {}-{}, batch at offset {}: {}{}\n", m_printing.topic, m_partition,
                                             offset, remark.span.buffer == BufferId::Main ? "" : "decompressed, ",
                                             diagnosticLine(remark));
        if (remark.severity == Severity::Error) {
            m_status = kDataError;
        }
    }
}

}  // namespace brokerscope
