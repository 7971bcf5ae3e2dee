#include "app/cli/offsets_state.h"

#include "app/cli/counted.h"
#include "app/cli/fetch_from.h"
#include "core/text/assignment_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr std::string_view kMask = "***";

bool isWhole(const BatchHeader& header, std::int64_t first, std::int64_t end) {
    return header.baseOffset >= first && header.baseOffset + header.lastOffsetDelta < end;
}

}  // namespace

Result<StateMoment> readStateMoment(std::string_view text) {
    const auto refuse = [text] {
        return failure(MessageId::InvalidValue, {"--at", std::string(text), "PARTITION:OFFSET or @TIMESTAMP"});
    };
    StateMoment moment;
    FetchOptions read;
    if (text.starts_with('@')) {
        if (!readFetchFrom(text, read)) {
            return refuse();
        }
        moment.timeMs = read.value;
        return moment;
    }
    const std::size_t colon = text.find(':');
    FetchOptions partition;
    const bool isGood = colon != std::string_view::npos && readFetchFrom(text.substr(0, colon), partition) &&
                        partition.from == FetchFrom::Offset && partition.value <= INT32_MAX &&
                        readFetchFrom(text.substr(colon + 1), read) && read.from == FetchFrom::Offset;
    if (!isGood) {
        return refuse();
    }
    moment.partition = static_cast<std::int32_t>(partition.value);
    moment.offset = read.value;
    return moment;
}

OffsetsState::OffsetsState(const CommandContext& context, StatePrinting printing)
    : m_context(context)
    , m_printing(std::move(printing))
    , m_reader(context.registry(), context.choice())
    , m_topic(*m_reader.topic(m_printing.decodedAs))
    , m_records(context.limits) {}

OffsetsState::~OffsetsState() = default;

bool OffsetsState::isWanted(const StateObjectId& object) const {
    return m_printing.groups.empty() || std::ranges::any_of(m_printing.groups, [&object](const std::string& group) {
               return object.id == group ||
                      (object.kind == StateObjectKind::SharePartition && object.id.starts_with(group + ':'));
           });
}

bool OffsetsState::isReached(const RecordView& record) const {
    return record.offset > m_printing.moment.offset || record.timestamp > m_printing.moment.timeMs;
}

bool OffsetsState::take(std::int32_t partition, const BatchEntry& entry, std::int64_t first, std::int64_t end) {
    const StateMoment& moment = m_printing.moment;
    if (moment.partition && partition != *moment.partition) {
        return true;
    }
    if (m_reached.contains(partition)) {
        return !moment.partition;
    }
    auto& state = m_states[partition];
    if (state == nullptr) {
        state = makeTopicState(m_reader, m_topic, partition, m_context.limits);
    }
    if (!m_records.open(entry)) {
        return true;
    }
    const BatchHeader& header = m_records.header();
    const bool isBefore = entry.kind == EntryKind::Batch && isWhole(header, first, end) &&
                          header.baseOffset + header.lastOffsetDelta <= moment.offset &&
                          header.maxTimestamp <= moment.timeMs;
    if (isBefore) {
        state->entry(m_records, entry.bytes.size());
        return true;
    }
    const BatchContext batch = BatchContext::of(header);
    while (m_records.next()) {
        const RecordView& record = m_records.record();
        if (isReached(record)) {
            m_reached.insert(partition);
            return !moment.partition;
        }
        if (record.offset >= first && record.offset < end) {
            state->record(record, batch);
        }
    }
    return true;
}

void OffsetsState::print() {
    for (const auto& [partition, state] : m_states) {
        for (const StateObjectId& id : state->objects()) {
            const auto object = isWanted(id) ? state->object(id) : std::nullopt;
            if (!object) {
                continue;
            }
            if (m_printing.isJson) {
                appendObjectJson(m_out, *object, m_context.global.unmask);
                m_out += '\n';
            } else {
                printText(*object, partition);
            }
            m_context.streams.out << m_out;
            m_out.clear();
        }
    }
    m_context.streams.out.flush();
    for (const auto& [partition, state] : m_states) {
        tellCounts(partition, *state);
    }
}

void OffsetsState::printText(const StateObject& object, std::int32_t partition) {
    m_out += fmt::format("{} {}, of {}-{}", objectKindName(object.id.kind), escapedName(object.id.id), m_printing.topic,
                         partition);
    if (object.doubtfulFacts > 0) {
        m_out += fmt::format(", {} not read to the end", counted(object.doubtfulFacts, "record", "records"));
    }
    m_out += '\n';
    std::size_t width = 0;
    for (const StateFact& fact : object.facts) {
        width = std::max(width, factName(fact.path).size());
    }
    for (const StateFact& fact : object.facts) {
        const bool isMasked = fact.isSecret && !m_context.global.unmask;
        m_out += fmt::format("  {:<{}}  {}", factName(fact.path), width, isMasked ? kMask : fact.json);
        m_out += fact.from.offset < 0 ? std::string() : fmt::format("  from {}", placeText(fact.from));
        m_out += '\n';
    }
}

void OffsetsState::tellCounts(std::int32_t partition, const TopicState& state) {
    const ReplayCounts& counts = state.counts();
    std::string line = fmt::format("{}-{}: {} ({}) up to offset {}", m_printing.topic, partition,
                                   counted(counts.records, "record", "records"), counted(counts.bytes, "byte", "bytes"),
                                   counts.lastOffset);
    const auto add = [&line](std::uint64_t number, std::string_view one, std::string_view many) {
        line += number == 0 ? std::string() : fmt::format(", {}", counted(number, one, many));
    };
    add(counts.tombstones, "tombstone", "tombstones");
    add(counts.markers, "transaction marker", "transaction markers");
    add(counts.unknownTypes, "record of an unknown type", "records of unknown types");
    add(counts.doubtful, "record not read to its end", "records not read to their end");
    add(counts.offsetGaps, "gap in the offsets", "gaps in the offsets");
    m_context.remark(line);
    if (counts.doubtful > 0) {
        m_status = kDataError;
    }
}

}  // namespace brokerscope
