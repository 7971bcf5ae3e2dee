#include "core/groups/group_sources.h"

#include "core/exchange/fetched_records.h"
#include "core/groups/describe_events.h"
#include "core/groups/event_list.h"
#include "core/groups/exchange_events.h"
#include "core/groups/group_config_events.h"
#include "core/groups/metadata_events.h"
#include "core/groups/replay_events.h"
#include "core/internal_topics/group_type.h"
#include "core/records/record_reader.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <map>
#include <optional>

namespace brokerscope {
namespace {

// Empty: all topics. An empty list asks for none since version 1, where null is all: then the name that no topic has.
std::set<std::string> askedTopics(const NodeRef& request, const Exchange& exchange) {
    std::set<std::string> asked;
    for (const NodeRef& topic : elementsField(request, "topics")) {
        asked.insert(textField(topic, "name").value_or(std::string()));
    }
    const std::optional<NodeRef> topics = request.isValid() ? request.findField("topics") : std::nullopt;
    if (asked.empty() && exchange.apiVersion.value_or(0) > 0 && topics && !topics->isNull()) {
        asked.insert(std::string());
    }
    return asked;
}

}  // namespace

struct GroupSources::Builders {
    Builders(const SchemaRegistry& schemas, GroupSourcesOptions given)
        : registry(schemas)
        , options(std::move(given))
        , opener(schemas, options.choice, options.limits)
        , data(opener)
        , topicReader(schemas, options.choice)
        , names(std::make_shared<TopicNames>())
        , describe(schemas, opener, names, options.choice, options.limits, options.feed)
        , exchanges(schemas, opener, names, options.choice, options.limits, options.feed)
        , operations(data, names, options.feed)
        , metadata(options.feed)
        , configs(schemas, options.choice, options.limits, options.feed)
        , records(options.limits) {}

    void takeMetadata(const Exchange& exchange);
    void takeFetch(const Exchange& exchange);
    void takeRecords(std::int32_t partition, ByteView set);
    // Leaves out events of groups that are not wanted, from `first` on, and learns from those that are.
    void settle(std::vector<GroupEvent>& events, std::size_t first);
    void learnTopics(const GroupEvent& event);
    void tellRecords(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs, const SourceBlind& said,
                     std::vector<GroupEvent>& events);

    const SchemaRegistry& registry;
    GroupSourcesOptions options;
    NestedOpener opener;
    MemberData data;
    TopicRecordReader topicReader;
    std::shared_ptr<TopicNames> names;
    DescribeEvents describe;
    ExchangeEvents exchanges;
    ReplayEvents operations;
    MetadataEvents metadata;
    GroupConfigEvents configs;
    RecordReader records;
    std::optional<TopicInfo> offsets;
    std::map<std::int32_t, GroupStateReplay> replays;
    std::map<std::string, std::set<std::string>, std::less<>> subscriptions;
    std::map<std::string, GroupType, std::less<>> groups;
    std::set<std::string> blindGroups;       // told that no partition is read
    std::vector<GroupEvent>* out = nullptr;  // during a call
};

void GroupSources::Builders::takeMetadata(const Exchange& exchange) {
    const NodeRef body = bodyOf(responseTree(registry, exchange, options.choice, options.limits));
    names->learn(body);
    ClusterSnapshot snapshot = snapshotFromMetadata(body);
    snapshot.wallMs = exchange.times.wallMs;
    const NodeRef request = bodyOf(requestTree(registry, exchange, options.choice, options.limits));
    if (const TopicInfo* topic = snapshot.topic(kOffsetsTopic)) {
        offsets = *topic;
    }
    metadata.take(snapshot, exchange.id, askedTopics(request, exchange), *out);
}

void GroupSources::Builders::takeFetch(const Exchange& exchange) {
    visitFetchedRecords(
        registry, exchange, *names, kOffsetsTopic,
        [this](std::int32_t partition, ByteView set) { takeRecords(partition, set); }, options.choice, options.limits);
}

void GroupSources::Builders::takeRecords(std::int32_t partition, ByteView set) {
    const auto replay =
        replays
            .try_emplace(
                partition, topicReader, partition,
                [this](const GroupOperation& operation) { operations.take(operation, *out); }, options.limits)
            .first;
    BatchIterator batches(set);
    for (BatchEntry entry; batches.next(entry);) {
        if (records.open(entry)) {
            replay->second.entry(records, entry.bytes.size());
        }
    }
}

// Those of a list, those that an expression stands for, and those that tasks read: records name what is assigned by ids
// alone.
void GroupSources::Builders::learnTopics(const GroupEvent& event) {
    const auto* member = std::get_if<MemberStatus>(&event.said);
    const auto* resolved = std::get_if<ExpressionResolved>(&event.said);
    const auto* status = std::get_if<GroupStatus>(&event.said);
    const SharedNames topics = member != nullptr ? member->topics : resolved != nullptr ? resolved->topics : nullptr;
    const SharedTopology topology = status != nullptr ? status->topology : nullptr;
    if (topics != nullptr || topology != nullptr) {
        std::set<std::string>& known = subscriptions[event.group];
        const std::size_t before = known.size();
        for (const std::string& topic : topics != nullptr ? *topics : std::vector<std::string>()) {
            known.insert(topic);
        }
        for (const auto& [topic, reader] : topology != nullptr ? *topology : SharedTopology::element_type()) {
            known.insert(topic);
        }
        if (known.size() == before) {
            return;
        }
        metadata.follow(event.group, known);
    } else if (std::holds_alternative<GroupGone>(event.said)) {
        subscriptions.erase(event.group);
        metadata.forget(event.group);
    }
}

void GroupSources::Builders::settle(std::vector<GroupEvent>& events, std::size_t first) {
    if (!options.groups.empty()) {
        const auto isForeign = [this](const GroupEvent& event) { return !options.groups.contains(event.group); };
        events.erase(std::remove_if(events.begin() + static_cast<std::ptrdiff_t>(first), events.end(), isForeign),
                     events.end());
    }
    for (std::size_t i = first; i < events.size(); ++i) {
        GroupType& type = groups[events[i].group];
        if (subscriptions.find(events[i].group) == subscriptions.end()) {
            metadata.follow(events[i].group, subscriptions[events[i].group]);
        }
        type = events[i].type != GroupType::Unknown ? events[i].type : type;
        learnTopics(events[i]);
    }
}

// Of all groups that the partition has, or would have; below 0: of all that were not told so yet.
void GroupSources::Builders::tellRecords(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs,
                                         const SourceBlind& said, std::vector<GroupEvent>& events) {
    const auto tell = [&](const std::string& group, GroupType type) {
        const bool isNews = partition >= 0 || blindGroups.insert(group).second;
        if (isNews && (partition < 0 || groupPartition(group, partitions) == partition)) {
            // As if a record stood behind the last one: evidence must differ from event to event.
            const auto replay = replays.find(partition);
            const std::int64_t last = replay != replays.end() ? replay->second.counts().lastOffset : -1;
            EventList list(events, {EventSource::Offsets,
                                    options.feed,
                                    ExchangeId::None,
                                    {partition, last},
                                    static_cast<std::uint32_t>(nowMs)});
            list.of(group, type);
            list.at(nowMs);
            list.say(said);
        }
    };
    for (const auto& [group, type] : groups) {
        tell(group, type);
    }
    for (const std::string& group : options.groups) {
        if (!groups.contains(group)) {
            tell(group, GroupType::Unknown);
        }
    }
}

GroupSources::GroupSources(const SchemaRegistry& registry, GroupSourcesOptions options)
    : m_builders(std::make_unique<Builders>(registry, std::move(options))) {}

GroupSources::~GroupSources() = default;

void GroupSources::exchange(const Exchange& exchange, std::vector<GroupEvent>& events) {
    Builders& builders = *m_builders;
    builders.out = &events;
    const std::size_t first = events.size();
    if (exchange.apiKey == api_key::kMetadata) {
        builders.takeMetadata(exchange);
    } else if (exchange.apiKey == api_key::kFetch) {
        if (builders.options.isReadingFetches) {
            builders.takeFetch(exchange);
        }
    } else if (!builders.describe.take(exchange, events) && !builders.configs.take(exchange, events)) {
        builders.exchanges.take(exchange, events);
    }
    builders.settle(events, first);
}

void GroupSources::records(std::int32_t partition, ByteView set, std::vector<GroupEvent>& events) {
    m_builders->out = &events;
    const std::size_t first = events.size();
    m_builders->takeRecords(partition, set);
    m_builders->settle(events, first);
}

void GroupSources::describeBlind(const std::vector<std::string>& groups, std::int64_t nowMs, std::string_view why,
                                 std::vector<GroupEvent>& events) {
    const std::size_t first = events.size();
    for (const std::string& group : groups) {
        m_builders->describe.blind(group, nowMs, why, events);
    }
    for (const auto& [group, type] : m_builders->groups) {
        if (groups.empty()) {
            m_builders->describe.blind(group, nowMs, why, events);
        }
    }
    m_builders->settle(events, first);
}

void GroupSources::recordsBlind(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs,
                                std::string_view why, std::vector<GroupEvent>& events) {
    m_builders->tellRecords(partition, partitions, nowMs, SourceBlind{std::string(why), false}, events);
}

void GroupSources::recordsSeen(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs,
                               std::vector<GroupEvent>& events) {
    m_builders->blindGroups.clear();
    m_builders->tellRecords(partition, partitions, nowMs, SourceBlind{std::string(), true}, events);
}

std::vector<std::string> GroupSources::topics() const {
    std::set<std::string> all;
    for (const auto& [group, topics] : m_builders->subscriptions) {
        all.insert(topics.begin(), topics.end());
    }
    return {all.begin(), all.end()};
}

const TopicInfo* GroupSources::offsetsTopic() const {
    return m_builders->offsets ? &*m_builders->offsets : nullptr;
}

const GroupStateReplay* GroupSources::replay(std::int32_t partition) const {
    const auto found = m_builders->replays.find(partition);
    return found != m_builders->replays.end() ? &found->second : nullptr;
}

}  // namespace brokerscope
