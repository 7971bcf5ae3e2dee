#pragma once

#include "core/groups/group_event.h"
#include "core/topology/cluster_snapshot.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Turns what is known of the cluster into events of the groups that are followed: the coordinator is the leader of the
// partition of __consumer_offsets that the group hashes to, and topics of a subscription come, grow, go and are made
// anew (another id: one event that says it is gone, one that it is there). What is seen first is no change. Not thread
// safe.
class MetadataEvents {
public:
    explicit MetadataEvents(std::uint32_t feed = 0) : m_feed(feed) {}

    // `topics`: those that the group is subscribed to, as far as known; may be told again.
    void follow(std::string_view group, std::set<std::string> topics);
    void forget(std::string_view group);

    // `exchange`: whose answer the snapshot was read from. A snapshot that lacks a topic because it was not asked for
    // says nothing of it: only topics in `asked` (empty: all) count as gone. Topics with an error say nothing, but that
    // there is none (3).
    void take(const ClusterSnapshot& snapshot, ExchangeId exchange, const std::set<std::string>& asked,
              std::vector<GroupEvent>& events);

private:
    struct Followed {
        std::set<std::string> topics;
        std::int32_t coordinator = -1;
    };
    struct SeenTopic {
        Uuid id;
        std::int32_t partitions = 0;  // 0: there is none
    };
    using Change = std::pair<std::int32_t, std::int32_t>;  // partitions before and after

    std::vector<Change> changesOf(const std::string& topic, const ClusterSnapshot& snapshot,
                                  const std::set<std::string>& asked);

    std::uint32_t m_feed;
    std::int64_t m_lastMs = -1;
    std::map<std::string, Followed, std::less<>> m_groups;
    std::map<std::string, SeenTopic, std::less<>> m_topics;  // of followed groups, as last seen
};

}  // namespace brokerscope
