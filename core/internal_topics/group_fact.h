#pragma once

#include "core/internal_topics/group_record.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace brokerscope {

// Values of the records of __consumer_offsets, one structure for the records that say the same in different group
// types. Each is what one record set, keeps that record, and is immutable: replaced, never changed. Fields that a
// version or a type lacks are absent (-1, empty, nothing). Names of fields: the definitions of the records.

// ConsumerGroupMemberMetadata, ShareGroupMemberMetadata, StreamsGroupMemberMetadata.
struct MemberMetadataFact {
    RecordPlace record;
    std::optional<std::string> instanceId;
    std::optional<std::string> rackId;
    std::string clientId;    // after a static restart the first such record still has the old one
    std::string clientHost;  // Java's form: "/127.0.0.1"
    std::vector<std::string> topics;
    std::string regularExpression;  // empty: none
    std::optional<std::string> assignor;
    std::int32_t rebalanceTimeoutMs = -1;
    std::optional<std::int32_t> classicSessionTimeoutMs;  // present: a classic member of a consumer group
    std::vector<std::pair<std::string, ByteBuffer>> classicProtocols;
    std::int32_t topologyEpoch = -1;  // streams, from here on
    std::string processId;
    std::string userEndpoint;  // "host:port"; empty: none
    std::vector<std::pair<std::string, std::string>> clientTags;
};

// …TargetAssignmentMember.
struct MemberTargetFact {
    RecordPlace record;
    SharedAssignment target;
};

// …CurrentMemberAssignment.
struct MemberCurrentFact {
    RecordPlace record;
    std::int32_t memberEpoch = -1;  // -2: static member away; 0: within a static replacement
    std::int32_t previousMemberEpoch = -1;
    std::int8_t stateCode = 0;  // reconciliationOf()
    SharedAssignment assigned;
    SharedAssignment pendingRevocation;
};

// ConsumerGroupMetadata, ShareGroupMetadata, StreamsGroupMetadata.
struct GroupEpochFact {
    RecordPlace record;
    std::int32_t epoch = -1;  // the first that is written is 2 (4.4.0) or 1 (3.9.2)
    std::int64_t metadataHash = 0;
    std::int32_t validatedTopologyEpoch = -1;
    std::vector<std::pair<std::string, std::string>> assignmentConfigs;
};

// …TargetAssignmentMetadata.
struct TargetEpochFact {
    RecordPlace record;
    std::int32_t assignmentEpoch = -1;
    std::int64_t assignmentTimestampMs = 0;  // 0: not written
};

struct ClassicMemberFact {
    std::string memberId;
    std::optional<std::string> instanceId;
    std::string clientId;
    std::string clientHost;
    std::int32_t rebalanceTimeoutMs = -1;
    std::int32_t sessionTimeoutMs = -1;
    ByteBuffer subscription;  // any bytes: the broker does not look inside
    ByteBuffer assignment;

    bool operator==(const ClassicMemberFact&) const = default;
};

// GroupMetadata: one for each generation that its leader has synced, none within a rebalance.
struct ClassicGroupFact {
    RecordPlace record;
    std::string protocolType;
    std::int32_t generation = -1;
    std::optional<std::string> protocol;
    std::optional<std::string> leader;
    std::int64_t stateTimestampMs = -1;  // when it entered CompletingRebalance or Empty
    // Ascending by member id; a member whose entry did not change is the same object as in the fact before.
    std::vector<std::shared_ptr<const ClassicMemberFact>> members;
};

// ConsumerGroupRegularExpression.
struct ResolvedTopicsFact {
    RecordPlace record;
    std::vector<std::string> topics;
    std::int64_t version = -1;  // an offset of __cluster_metadata
    std::int64_t timestampMs = -1;
};

struct TopologyTopic {  // that a streams group makes and keeps
    std::string name;
    std::int32_t partitions = 0;  // 0: the broker derives the number
    std::int16_t replicationFactor = 0;
    std::vector<std::pair<std::string, std::string>> configs;
};

// Topics that must have the same number of partitions: positions in the lists of their subtopology.
struct CopartitionGroup {
    std::vector<std::int32_t> sourceTopics;
    std::vector<std::int32_t> sourceTopicRegex;
    std::vector<std::int32_t> repartitionSourceTopics;
};

// Its tasks are numbered by partition: each reads that partition of every source topic, the group's own ones included.
struct Subtopology {
    std::string id;
    std::vector<std::string> sourceTopics;
    std::vector<std::string> sourceTopicRegex;
    std::vector<TopologyTopic> stateChangelogTopics;
    std::vector<std::string> repartitionSinkTopics;
    std::vector<TopologyTopic> repartitionSourceTopics;
    std::vector<CopartitionGroup> copartitionGroups;
};

// StreamsGroupTopology.
struct TopologyFact {
    RecordPlace record;
    std::int32_t epoch = -1;  // from 0
    std::vector<Subtopology> subtopologies;
};

// ConsumerGroupPartitionMetadata, ShareGroupStatePartitionMetadata: kept as they are, and opened by whoever shows them.
struct RawFact {
    RecordPlace record;
    std::int16_t type = -1;
    std::int16_t version = -1;
    ByteBuffer value;  // after its version
};

// One fact; null pointers and monostate: there is none.
using GroupFact = std::variant<std::monostate, std::shared_ptr<const MemberMetadataFact>,
                               std::shared_ptr<const MemberTargetFact>, std::shared_ptr<const MemberCurrentFact>,
                               std::shared_ptr<const GroupEpochFact>, std::shared_ptr<const TargetEpochFact>,
                               std::shared_ptr<const ClassicGroupFact>, std::shared_ptr<const ResolvedTopicsFact>,
                               std::shared_ptr<const TopologyFact>, std::shared_ptr<const RawFact>>;

}  // namespace brokerscope
