#include "app/cli/offsets_text.h"

#include "app/cli/counted.h"
#include "core/base/ascii.h"
#include "core/records/control_record.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/record_texts.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

OffsetsText::OffsetsText(const CommandContext& context, const OffsetsPrinting& printing, TopicNameOf nameOf)
    : m_context(context)
    , m_printing(printing)
    , m_nameOf(std::move(nameOf))
    , m_texts(context.registry(), context.choice(), context.limits, context.readable())
    , m_topic(*m_texts.reader().topic(m_printing.decodedAs))
    , m_reader(context.limits)
    , m_filter(m_printing.filter, {&context.registry(), m_printing.topic, m_printing.decodedAs, context.limits},
               {m_printing.decodedAs, m_nameOf, context.choice(), context.limits}) {}

template <typename Take>
void OffsetsText::forEachRecord(const TopicEntry& entry, Take take) {
    for (m_reader.open(entry.entry); !isEnough() && m_reader.next();) {
        const RecordView& record = m_reader.record();
        if (record.offset >= entry.first && record.offset < entry.end) {
            take(record);
        }
    }
}

std::uint64_t OffsetsText::append(std::string& out, const TopicEntry& entry, std::uint64_t decided, std::string& told,
                                  const Spill& spill) {
    m_out = &out;
    m_partition = entry.partition;
    m_checkpoint = entry.checkpoint;
    m_filter.open(entry.partition, entry.entry);
    std::uint64_t printed = 0;
    forEachRecord(entry, [&](const RecordView& record) {
        if (m_reader.header().isControl()) {
            appendMarker(record, std::exchange(decided, 0));
        } else if (m_filter.matches(record.offset) && appendData(record)) {
            ++printed;
        }
        spill(out);
    });
    tell(told, entry.entry.offset);
    return printed;
}

std::uint64_t OffsetsText::countPrinted(const TopicEntry& entry) {
    std::uint64_t count = 0;
    forEachRecord(entry, [&](const RecordView& record) {
        if (m_printing.isChoosing()) {
            const TopicRecord read = m_texts.reader().read(m_topic, record.key, record.value);
            count += isWanted(read, phraseOf(read, record, m_nameOf, m_context.limits)) ? 1 : 0;
        } else {
            ++count;
        }
    });
    return count;
}

bool OffsetsText::isWanted(const TopicRecord& read, const RecordPhrase& subject) const {
    const std::string* group = subject.group();
    if (!m_printing.groups.empty() && (group == nullptr || !m_printing.groups.contains(*group))) {
        return false;
    }
    return m_printing.types.empty() || m_printing.types.contains(asciiLowered(read.name)) ||
           (read.type && m_printing.types.contains(std::to_string(*read.type)));
}

void OffsetsText::addPlace(JsonObject& object, const RecordView& record) const {
    object.add("topic", m_printing.topic);
    object.add("partition", m_partition);
    if (m_checkpoint >= 0) {
        object.add("checkpoint", m_checkpoint);
    }
    object.add("offset", record.offset);
    object.add("timestamp", record.timestamp);
}

void OffsetsText::appendPlace() const {
    if (m_checkpoint >= 0) {
        *m_out += fmt::format("checkpoint {}, ", m_checkpoint);
    }
    *m_out += std::to_string(m_partition);
    *m_out += ':';
}

// False: it is none of those that are wanted.
bool OffsetsText::appendData(const RecordView& record) {
    const TopicRecord read = m_texts.reader().read(m_topic, record.key, record.value);
    const TopicRecordTrees trees = m_printing.isJson ? TopicRecordTrees() : m_texts.trees(read, record);
    const RecordPhrase subject = m_printing.isJson ? phraseOf(read, record, m_nameOf, m_context.limits)
                                                   : phraseOf(read, trees.subject(read), m_nameOf);
    if (!isWanted(read, subject)) {
        return false;
    }
    ++m_printed;
    if (m_printing.isJson) {
        appendObject(read, subject, record);
    } else {
        appendLines(read, trees, subject, record);
    }
    return true;
}

void OffsetsText::appendLines(const TopicRecord& read, const TopicRecordTrees& trees, const RecordPhrase& subject,
                              const RecordView& record) {
    appendPlace();
    std::string says = TopicRecordText::heading(read, subject.text);
    if (m_reader.header().isTransactional()) {
        says += fmt::format(", pending until the marker of producer {}", m_reader.header().producerId);
    }
    appendRecordLine(*m_out, record, says);
    *m_out += '\n';
    const bool isGood = m_texts.writeTrees(read, record, trees, 1, [this](std::string_view line) {
        *m_out += line;
        *m_out += '\n';
    });
    m_status = isGood ? m_status : kDataError;
}

void OffsetsText::appendObject(const TopicRecord& read, const RecordPhrase& subject, const RecordView& record) {
    std::vector<Diagnostic> remarks;
    {
        JsonObject object(*m_out);
        addPlace(object, record);
        m_texts.addTo(object, read, record, m_reader.bytes(), remarks);
        for (Diagnostic& remark : remarks) {
            remark.span.offset += m_reader.bytesAt();
        }
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
        appendDiagnosticsJson(*m_out, remarks);
    }
    *m_out += '\n';
    if (std::ranges::any_of(remarks, [](const Diagnostic& remark) { return remark.severity == Severity::Error; })) {
        m_status = kDataError;
    }
}

// A marker decides commits that were printed: what was not asked for is not decided here.
void OffsetsText::appendMarker(const RecordView& record, std::uint64_t decided) {
    const bool isFound = !m_filter.isEmpty() && m_filter.matches(record.offset);
    if (m_printing.isChoosing() && decided == 0 && !isFound) {
        return;
    }
    ++m_printed;
    const ControlText control = controlText(m_context.registry(), record, m_context.limits);
    const std::int64_t producer = m_reader.header().producerId;
    if (!m_printing.isJson) {
        appendPlace();
        // Control records of __cluster_metadata are of no transaction.
        appendRecordLine(*m_out, record,
                         producer < 0 ? control.line()
                                      : fmt::format("{} marker of producer {}, decides {} above", control.name,
                                                    producer, counted(decided, "record", "records")));
        *m_out += '\n';
        return;
    }
    {
        JsonObject object(*m_out);
        addPlace(object, record);
        object.addNull("type");
        object.addNull("typeId");
        object.addJson("control", control.json);
        object.add("decides", decided);
        object.add("tombstone", false);
        object.addNull("deletes");
        object.add("transactional", m_reader.header().isTransactional());
        object.add("producerId", producer);
        object.addJson("diagnostics", "[]");
    }
    *m_out += '\n';
}

void OffsetsText::tell(std::string& told, std::int64_t offset) {
    for (const Diagnostic& remark : m_reader.takeRemarks()) {
        if (remark.severity == Severity::Note) {
            continue;
        }
        told += fmt::format("bscope: {}-{}, batch at offset {}: {}{}\n", m_printing.topic, m_partition, offset,
                            remark.span.buffer == BufferId::Main ? "" : "decompressed, ", diagnosticLine(remark));
        if (remark.severity == Severity::Error) {
            m_status = kDataError;
        }
    }
}

}  // namespace brokerscope
