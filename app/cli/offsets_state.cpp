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

// A share partition is called GROUP:TOPICID:PARTITION, and ids of topics have no colon.
bool StatePrinting::isWanted(const StateObjectId& object) const {
    return groups.empty() || std::ranges::any_of(groups, [&object](const std::string& group) {
               if (object.kind != StateObjectKind::SharePartition) {
                   return object.kind == StateObjectKind::Group && object.id == group;
               }
               return object.id.starts_with(group + ':') &&
                      std::count(object.id.begin() + static_cast<std::ptrdiff_t>(group.size()), object.id.end(), ':') ==
                          2;
           });
}

OffsetsState::OffsetsState(const CommandContext& context, StatePrinting printing, TopicStateFold::Follower follower,
                           TopicStateFold::MakeState make)
    : m_context(context)
    , m_printing(std::move(printing))
    , m_reader(context.registry(), context.choice())
    , m_topic(*m_reader.topic(m_printing.decodedAs))
    , m_fold(
          make ? std::move(make) : [this](std::int32_t partition) { return stateOf(partition); }, m_printing.moment,
          context.limits, std::move(follower)) {}

OffsetsState::~OffsetsState() = default;

std::unique_ptr<TopicState> OffsetsState::stateOf(std::int32_t partition) const {
    return makeTopicState(m_reader, m_topic, partition, m_context.limits);
}

void OffsetsState::print() {
    for (const auto& [partition, state] : states()) {
        for (const StateObjectId& id : state->objects()) {
            const auto object = m_printing.isWanted(id) ? state->object(id) : std::nullopt;
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
}

void OffsetsState::tellCounts() {
    for (const auto& [partition, state] : states()) {
        tellCounts(partition, *state);
    }
    const RecordFaults& faults = m_fold.faults();
    for (const RecordFault& fault : faults.first()) {
        m_status = m_context.fail(kDataError, faultLine(m_printing.topic, fault));
    }
    if (faults.count() > faults.first().size()) {
        m_context.remark(fmt::format("bscope: and {} more faults", faults.count() - faults.first().size()));
    }
    for (const TopicStateFold::Missing& missing : m_fold.missing()) {
        m_status =
            m_context.fail(kDataError, fmt::format("{}-{}: the records {} to {} are missing, and no snapshot "
                                                   "that ends before the moment has what they said",
                                                   m_printing.topic, missing.partition, missing.first, missing.last));
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
        width = std::max(width, escapedName(factName(fact.path)).size());
    }
    for (const StateFact& fact : object.facts) {
        const bool isMasked = fact.isSecret && !m_context.global.unmask;
        m_out += fmt::format("  {:<{}}  {}", escapedName(factName(fact.path)), width, isMasked ? kMask : fact.json);
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
    // Behind a snapshot the log begins with records that it has.
    add(state.hasCheckpoints() ? 0 : counts.repeated, "record passed over, since a later one came before it",
        "records passed over, since later ones came before them");
    add(counts.offsetGaps, "gap in the offsets", "gaps in the offsets");
    m_context.remark(line);
    if (counts.doubtful > 0) {
        m_status = kDataError;
    }
}

}  // namespace brokerscope
