#pragma once

#include "core/base/bytes.h"
#include "core/internal_topics/group_assignment.h"
#include "core/internal_topics/record_place.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Numbers of the record types of __consumer_offsets that state is made of (apiKey of the coordinator-key definitions
// of 4.4.0; validVersions of the keys of 3.9.2). 9, 18 and 24 have no definition.
enum class GroupRecordType : std::int16_t {
    LegacyOffsetCommit = 0,
    OffsetCommit = 1,
    GroupMetadata = 2,
    ConsumerEpoch = 3,
    ConsumerTopics = 4,  // written by 3.9.2; of 4.4.0 only its tombstone is
    ConsumerMember = 5,
    ConsumerTargetEpoch = 6,
    ConsumerTarget = 7,
    ConsumerCurrent = 8,
    ShareMember = 10,
    ShareEpoch = 11,
    ShareTargetEpoch = 12,
    ShareTarget = 13,
    ShareCurrent = 14,
    ShareTopics = 15,
    RegularExpression = 16,
    StreamsEpoch = 17,
    StreamsMember = 19,
    StreamsTargetEpoch = 20,
    StreamsTarget = 21,
    StreamsCurrent = 22,
    StreamsTopology = 23,
};

// What a record is about. State is a function of the last record of each key, in the order of offsets: that is what
// lets compaction drop the others, and what "state at any record" is looked up by.
struct GroupRecordKey {
    std::int16_t type = -1;
    std::string_view group;   // may be empty: the broker accepts it
    std::string_view member;  // of types with a member id; of RegularExpression the expression
    std::string_view topic;   // of offset commits
    std::int32_t partition = -1;

    auto operator<=>(const GroupRecordKey&) const = default;
};

// A committed offset as its record has it. Absent fields: -1, empty, zero.
struct CommitFields {
    std::int64_t offset = -1;  // negative ones are accepted by brokers
    std::int32_t leaderEpoch = -1;
    std::int64_t commitTimestampMs = -1;
    std::int64_t expireTimestampMs = -1;  // of v1 alone
    Uuid topicId;                         // from v4
    std::string_view metadata;
};

// One record of __consumer_offsets, read as far as its key and, of offset commits, its value: what work in bulk needs.
// Views lie in the record's bytes; valid as long as they are. Values of other types are opened by GroupFactReader.
struct GroupRecord {
    RecordPlace place;
    std::int64_t timestampMs = -1;  // the coordinator's clock at the operation
    std::int64_t producerId = -1;   // -1: outside transactions
    bool isTransactional = false;
    bool isTombstone = false;
    bool isDoubtful = false;    // key or value did not fit its definition; what came before the fault is here
    std::int16_t version = -1;  // of the value; -1: tombstone
    GroupRecordKey key;
    CommitFields commit;     // of types 0 and 1 that are no tombstones
    ByteView value;          // after its version; empty: tombstone
    std::uint64_t size = 0;  // bytes of the whole record
};

}  // namespace brokerscope
