#pragma once

#include "core/internal_topics/group_fact.h"
#include "core/internal_topics/group_type.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace brokerscope {

// What is known of a member of a consumer, share or streams group. Each may be missing: after compaction any of them
// may stand alone, and is kept.
struct MemberFacts {
    std::shared_ptr<const MemberMetadataFact> metadata;
    std::shared_ptr<const MemberTargetFact> target;
    std::shared_ptr<const MemberCurrentFact> current;

    bool isEmpty() const { return !metadata && !target && !current; }
};

// A committed offset in force. The partition of the record is that of its replay.
struct CommittedOffset {
    std::int64_t offset = -1;
    std::int64_t commitTimestampMs = -1;
    std::int64_t expireTimestampMs = -1;  // -1: by the broker's retention
    std::int64_t record = -1;             // offset of the record that set it
    std::int64_t decidedBy = -1;          // of a transactional one: offset of its COMMIT marker
    Uuid topicId;
    std::int32_t leaderEpoch = -1;
    std::string metadata;
};

// A topic of committed offsets within one replay, numbered in the order of appearance: names are kept once.
enum class TopicNumber : std::uint32_t {};
struct OffsetKey {
    TopicNumber topic{};
    std::int32_t partition = -1;

    bool operator==(const OffsetKey&) const = default;
};
struct OffsetKeyHash {
    std::size_t operator()(const OffsetKey& key) const noexcept {
        return std::hash<std::uint64_t>()((static_cast<std::uint64_t>(key.topic) << 32U) ^
                                          static_cast<std::uint32_t>(key.partition));
    }
};

// One group as the records of its partition leave it. A group that has nothing but offsets is one too (a simple group):
// it has no record of its own. As with the coordinator, a group whose only commit was aborted, or whose offsets were
// deleted one by one, stays with nothing in it until a tombstone of its own. Memory is proportional to what it holds.
struct GroupState {
    std::string id;
    GroupType type = GroupType::Unknown;  // as its own records tell: commits come with all types
    std::shared_ptr<const ClassicGroupFact> classic;
    std::shared_ptr<const GroupEpochFact> epoch;
    std::shared_ptr<const TargetEpochFact> targetEpoch;
    std::map<std::string, MemberFacts, std::less<>> members;  // by member id
    std::map<std::string, std::shared_ptr<const ResolvedTopicsFact>, std::less<>> regularExpressions;
    std::shared_ptr<const TopologyFact> topology;                   // streams
    std::map<std::int16_t, std::shared_ptr<const RawFact>> others;  // by record type
    std::unordered_map<OffsetKey, CommittedOffset, OffsetKeyHash> offsets;
    std::uint32_t pendingOffsets = 0;  // of transactions that are not decided
    std::uint32_t doubtfulFacts = 0;   // records of it, so far, that could not be read to their end
    bool isGone = false;               // deleted: all but id and type is as of a new one

    bool isSimple() const { return !classic && !epoch && members.empty(); }
    bool isEmpty() const {
        return isSimple() && offsets.empty() && regularExpressions.empty() && !topology && others.empty();
    }
};

// The state that the coordinator has after loading such records, in the type's own words: Empty, Stable (classic; a
// rebalance is in no record), Assigning (epoch above assignment epoch), Reconciling (some member is not at the
// assignment epoch, one that is away included), NotReady (streams, topology not validated). Share groups are Stable
// even so. "" for a group that is gone, or of which no record tells the type.
std::string_view stateWord(const GroupState& group);

}  // namespace brokerscope
