#include "core/groups/metadata_events.h"

#include "core/groups/event_list.h"
#include "core/internal_topics/group_type.h"
#include "core/schema/error_codes.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

// -1: not known, or no leader.
std::int32_t coordinatorOf(std::string_view group, const TopicInfo* offsets) {
    if (offsets == nullptr || offsets->partitions.empty()) {
        return -1;
    }
    const std::int32_t partition = groupPartition(group, static_cast<std::int32_t>(offsets->partitions.size()));
    const auto found = std::ranges::find(offsets->partitions, partition, &PartitionInfo::index);
    return found == offsets->partitions.end() ? -1 : found->leader;
}

}  // namespace

void MetadataEvents::follow(std::string_view group, std::set<std::string> topics) {
    m_groups[std::string(group)].topics = std::move(topics);
}

void MetadataEvents::forget(std::string_view group) {
    if (const auto found = m_groups.find(group); found != m_groups.end()) {
        m_groups.erase(found);
    }
    std::erase_if(m_topics, [this](const auto& topic) {
        return std::ranges::none_of(m_groups,
                                    [&](const auto& entry) { return entry.second.topics.contains(topic.first); });
    });
}

// What became of a topic since it was last seen. Nothing: the same, not asked for, or seen first.
std::vector<MetadataEvents::Change> MetadataEvents::changesOf(const std::string& topic, const ClusterSnapshot& snapshot,
                                                              const std::set<std::string>& asked) {
    const TopicInfo* info = snapshot.topic(topic);
    const bool isGone = info == nullptr ? asked.empty() || asked.contains(topic)
                                        : info->errorCode == error_code::kUnknownTopicOrPartition;
    if (!isGone && (info == nullptr || info->errorCode != 0)) {
        return {};
    }
    const SeenTopic now =
        isGone ? SeenTopic{} : SeenTopic{info->id, static_cast<std::int32_t>(info->partitions.size())};
    const auto [seen, isFirst] = m_topics.try_emplace(topic, now);
    const SeenTopic before = std::exchange(seen->second, now);
    if (isFirst) {
        return {};
    }
    const bool isMadeAnew =
        before.partitions > 0 && now.partitions > 0 && !before.id.isZero() && !now.id.isZero() && before.id != now.id;
    if (isMadeAnew) {
        return {{before.partitions, 0}, {0, now.partitions}};
    }
    return before.partitions == now.partitions ? std::vector<Change>()
                                               : std::vector<Change>{{before.partitions, now.partitions}};
}

void MetadataEvents::take(const ClusterSnapshot& snapshot, ExchangeId exchange, const std::set<std::string>& asked,
                          std::vector<GroupEvent>& events) {
    EventEvidence evidence;
    evidence.source = EventSource::Metadata;
    evidence.feed = m_feed;
    evidence.exchange = exchange;
    EventList list(events, evidence);
    const std::int64_t before = std::exchange(m_lastMs, snapshot.wallMs);
    list.at(snapshot.wallMs, before < 0 ? snapshot.wallMs : before);
    std::map<std::string, std::vector<Change>, std::less<>> changes;
    const TopicInfo* offsets = snapshot.topic(kOffsetsTopic);
    for (auto& [group, followed] : m_groups) {
        list.of(group, GroupType::Unknown);
        const std::int32_t coordinator = coordinatorOf(group, offsets);
        if (coordinator != followed.coordinator && offsets != nullptr) {
            followed.coordinator = coordinator;
            list.say(CoordinatorSeen{coordinator, 0});
        }
        for (const std::string& topic : followed.topics) {
            auto change = changes.find(topic);
            if (change == changes.end()) {
                change = changes.emplace(topic, changesOf(topic, snapshot, asked)).first;
            }
            for (const auto& [was, is] : change->second) {
                list.say(TopicsChanged{topic, was, is});
            }
        }
    }
}

}  // namespace brokerscope
