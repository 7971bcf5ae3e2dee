#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange.h"
#include "core/groups/group_event.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/schema/schema_registry.h"
#include "core/topology/cluster_snapshot.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

struct GroupSourcesOptions {
    std::set<std::string> groups;  // whose events are wanted; empty: of all
    std::uint32_t feed = 0;        // see EventEvidence
    // Records of __consumer_offsets in Fetch answers among the exchanges are replayed. False where records() brings
    // them.
    bool isReadingFetches = true;
    SchemaChoice choice;  // by whose definitions everything is read
    Limits limits;        // within which everything is read
};

// Everything that one cluster says about its groups, turned into events by the builders: list, describe and metadata
// answers, what members say, records of __consumer_offsets. One object for a live connection, a capture, a recording or
// the segments of a log dir alike. Borrows the registry. Not thread safe: one thread gives what it has, in the order in
// which it happened, and gets the events of it.
class GroupSources {
public:
    explicit GroupSources(const SchemaRegistry& registry, GroupSourcesOptions options = {});
    ~GroupSources();

    // Of any API; those that say nothing about groups cost a look at their key. Needs an id (see EventEvidence).
    void exchange(const Exchange& exchange, std::vector<GroupEvent>& events);
    // A record set of a partition of __consumer_offsets, offsets ascending from call to call; a cut last batch is left
    // for the next call. What is below the last offset is passed over.
    void records(std::int32_t partition, ByteView set, std::vector<GroupEvent>& events);

    // What could not be seen from now on (ms since 1970) until the source tells again: describe answers of these groups
    // (empty: of all that are known), or their records (partition -1: of all partitions, told to each group once).
    // Where no record tells, it is said that they are read again.
    void describeBlind(const std::vector<std::string>& groups, std::int64_t nowMs, std::string_view why,
                       std::vector<GroupEvent>& events);
    void recordsBlind(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs, std::string_view why,
                      std::vector<GroupEvent>& events);
    void recordsSeen(std::int32_t partition, std::int32_t partitions, std::int64_t nowMs,
                     std::vector<GroupEvent>& events);

    // Topics that the groups are subscribed to, as far as told: metadata of them tells of added partitions.
    std::vector<std::string> topics() const;
    // __consumer_offsets as metadata told it last; null: not yet. Partitions may be none: it is made with the first
    // group.
    const TopicInfo* offsetsTopic() const;
    // Of the records given so far. Null: none of that partition.
    const GroupStateReplay* replay(std::int32_t partition) const;

private:
    struct Builders;
    std::unique_ptr<Builders> m_builders;
};

}  // namespace brokerscope
