#include "ui/models/record_list.h"

#include "core/internal_topics/record_phrase.h"
#include "core/records/record_reader.h"
#include "core/text/hex_dump.h"
#include "core/text/value_summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kControlBytes = 32;  // of a value that nobody knows
constexpr std::size_t kMostSummary = 192;  // bytes of what a decoded value says
constexpr std::size_t kLongestField = 40;

RecordList::Cell cellOf(const NullableBytes& bytes) {
    const ByteView shown = bytes.bytes.first(std::min(bytes.bytes.size(), RecordList::kShownBytes));
    return {ByteBuffer(shown.begin(), shown.end()), bytes.bytes.size(), bytes.isNull, bytes.isMissing};
}

std::string nameOf(const ControlRecord& control) {
    return control.name.empty() ? fmt::format("control type {} (unknown)", control.type) : std::string(control.name);
}

// "producer 4005/16, coordinator epoch 12", or the bytes of what nobody knows.
std::string whatItSays(const ControlRecord& control, const RecordView& record, const BatchHeader& batch) {
    if (control.name.empty()) {
        return record.value.isNull ? "value null" : "value " + spacedHex(record.value.bytes, kControlBytes);
    }
    std::string text;
    if (control.isMarker()) {
        text = fmt::format("producer {}/{}", batch.producerId, batch.producerEpoch);
    }
    if (const auto epoch = coordinatorEpoch(control, record)) {
        text += fmt::format(", coordinator epoch {}", *epoch);
    }
    return text;
}

// Says what records of an internal topic are about.
class TopicRecords {
public:
    TopicRecords(const RecordsOrigin& origin, const Limits& limits)
        : m_topic(*origin.topic), m_reader(*origin.registry), m_limits(limits) {
        m_options.registry = origin.registry;
        m_options.mask = origin.masksSecrets;
        m_options.longest = kLongestField;
    }

    // Secrets are masked, in whatever record they lie.
    void describe(RecordList::Row& row, const RecordView& record) const {
        const TopicRecord read = m_reader.read(m_topic, record.key, record.value);
        if (!read.type) {
            return;
        }
        row.about = read.name.empty() ? fmt::format("unknown record type {}", *read.type) : read.name;
        if (const RecordPhrase phrase = phraseOf(read, record, {}, m_limits); !phrase.text.empty()) {
            row.about += ": " + phrase.text;
        }
        row.deciphered = read.isTombstone
                             ? "null (tombstone)"
                             : valueSummary(m_reader, read, record.value, m_options, m_limits, kMostSummary);
    }

private:
    const InternalTopicFacts& m_topic;
    TopicRecordReader m_reader;
    ReadableOptions m_options;
    const Limits& m_limits;
};

class ListReader {
public:
    ListReader(const MaskRecord& mask, std::vector<AbortedTransaction> aborted, const RecordsOrigin& origin,
               const Limits& limits)
        : m_mask(mask), m_committed(std::move(aborted)), m_reader(limits) {
        if (origin.isDecoded()) {
            m_topicRecords.emplace(origin, limits);
        }
    }

    RecordList read(ByteView set) {
        BatchIterator iterator(set);
        for (BatchEntry entry; !m_list.isCut && iterator.next(entry); ++m_entry) {
            readEntry(entry);
        }
        return std::move(m_list);
    }

private:
    void readEntry(const BatchEntry& entry) {
        m_record = 0;
        const bool isOpen = m_reader.open(entry);
        bool isMore = isOpen && m_reader.next();
        const CommittedState state = stateOf(entry, isMore);
        for (; isMore && hasRoom(); isMore = m_reader.next()) {
            addRecord(state);
        }
        for (const Diagnostic& remark : m_reader.takeRemarks()) {
            if ((!isOpen || remark.severity != Severity::Note) && hasRoom()) {
                addRemark(entry, remark);
            }
        }
    }

    bool hasRoom() {
        m_list.isCut = m_list.rows.size() == RecordList::kMost;
        return !m_list.isCut;
    }

    CommittedState stateOf(const BatchEntry& entry, bool hasRecord) {
        if (entry.kind != EntryKind::Batch) {
            return CommittedState::Visible;
        }
        const BatchHeader header = BatchHeader::read(entry.bytes);
        std::optional<ControlRecord> control;
        if (header.isControl() && hasRecord) {
            const auto read = readControlRecord(m_reader.record());
            control = read ? std::optional(*read) : std::nullopt;
        }
        return m_committed.visit(header, control);
    }

    RecordList::Row& addRow() {
        RecordList::Row& row = m_list.rows.emplace_back();
        row.entry = m_entry;
        row.record = m_record++;
        return row;
    }

    void addRecord(CommittedState state) {
        const RecordView& record = m_reader.record();
        RecordList::Row& row = addRow();
        row.offset = record.offset;
        row.timestamp = record.timestamp;
        row.headers = record.headersCount;
        row.size = record.size;
        row.state = state;
        const bool isControl = m_reader.header().isControl();
        if (isControl) {
            const auto control = readControlRecord(record);
            row.kind = RecordList::Kind::Control;
            row.name = control ? nameOf(*control) : control.error().text();
            row.says = control ? whatItSays(*control, record, m_reader.header()) : std::string();
        }
        const auto masked = m_mask && !isControl ? m_mask(record) : std::nullopt;
        const RecordView& shown = masked ? masked->view : record;
        row.key = cellOf(shown.key);
        row.value = cellOf(shown.value);
        if (m_topicRecords && !isControl && !record.isBroken) {
            m_topicRecords->describe(row, record);
        }
    }

    void addRemark(const BatchEntry& entry, const Diagnostic& remark) {
        RecordList::Row& row = addRow();
        const bool hasOffset = entry.kind != EntryKind::Partial && entry.kind != EntryKind::Invalid;
        row.offset = hasOffset ? entry.offset : -1;
        row.size = entry.bytes.size();
        row.kind = RecordList::Kind::Remark;
        row.severity = remark.severity;
        row.says = remark.text();
    }

    const MaskRecord& m_mask;
    CommittedView m_committed;
    RecordReader m_reader;
    std::optional<TopicRecords> m_topicRecords;
    RecordList m_list;
    std::uint32_t m_entry = 0;
    std::uint32_t m_record = 0;  // rows of the entry so far
};

}  // namespace

RecordList readRecordList(ByteView set, const MaskRecord& mask, std::vector<AbortedTransaction> aborted,
                          const Limits& limits, const RecordsOrigin& origin) {
    return ListReader(mask, std::move(aborted), origin, limits).read(set);
}

}  // namespace brokerscope
