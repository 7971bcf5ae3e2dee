#include "tests/kafka/least_records.h"

namespace brokerscope::testing {
namespace {

struct LeastOfType {
    const char* type;
    int values;
    int tombstones;
};

// What no compaction takes: the last round of lives, what is the last of its key, and tombstones.
const std::vector<LeastOfType> kOffsets{{"OffsetCommit", 40, 8}};
const std::vector<LeastOfType> kClassicGroups{{"GroupMetadata", 12, 4}};
const std::vector<LeastOfType> kConsumerGroups{
    {"ConsumerGroupMetadata", 4, 1},
    {"ConsumerGroupMemberMetadata", 4, 3},
    {"ConsumerGroupTargetAssignmentMetadata", 4, 1},
    {"ConsumerGroupTargetAssignmentMember", 4, 3},
    {"ConsumerGroupCurrentMemberAssignment", 6, 3},
};
const std::vector<LeastOfType> kOlderConsumerGroups{{"ConsumerGroupPartitionMetadata", 3, 1}};
const std::vector<LeastOfType> kNewerConsumerGroups{{"ConsumerGroupPartitionMetadata", 0, 2},
                                                    {"ConsumerGroupRegularExpression", 1, 0}};
const std::vector<LeastOfType> kShareGroups{
    {"ShareGroupMemberMetadata", 2, 5},           {"ShareGroupMetadata", 4, 1},
    {"ShareGroupTargetAssignmentMetadata", 4, 1}, {"ShareGroupTargetAssignmentMember", 2, 5},
    {"ShareGroupCurrentMemberAssignment", 2, 5},  {"ShareGroupStatePartitionMetadata", 4, 1},
};
const std::vector<LeastOfType> kStreamsGroups{
    {"StreamsGroupMetadata", 4, 1},
    {"StreamsGroupMemberMetadata", 3, 2},
    {"StreamsGroupTargetAssignmentMetadata", 4, 1},
    {"StreamsGroupTargetAssignmentMember", 4, 2},
    {"StreamsGroupCurrentMemberAssignment", 5, 2},
    {"StreamsGroupTopology", 2, 1},
};
const std::vector<LeastOfType> kMarkers{{"COMMIT", 2, 0}, {"ABORT", 2, 0}};
const std::vector<LeastOfType> kTransactions{{"TransactionLog", 12, 0}};
// In the file there are more than its broker gives.
const std::vector<LeastOfType> kShareState{{"ShareSnapshot", 8, 2}, {"ShareUpdate", 6, 0}};
const std::vector<LeastOfType> kKeptShareState{{"ShareSnapshot", 2, 1}};
const std::vector<LeastOfType> kMetadata{
    {"RegisterBrokerRecord", 2, 0},
    {"UnregisterBrokerRecord", 1, 0},
    {"TopicRecord", 8, 0},
    {"PartitionRecord", 10, 0},
    {"ConfigRecord", 15, 0},
    {"PartitionChangeRecord", 2, 0},
    {"RemoveTopicRecord", 3, 0},
    {"UserScramCredentialRecord", 3, 0},
    {"FeatureLevelRecord", 1, 0},
    {"ClientQuotaRecord", 6, 0},
    {"ProducerIdsRecord", 1, 0},
    {"BrokerRegistrationChangeRecord", 1, 0},
    {"AccessControlEntryRecord", 3, 0},
    {"RemoveAccessControlEntryRecord", 1, 0},
    {"NoOpRecord", 10, 0},
    {"RemoveUserScramCredentialRecord", 1, 0},
    {"BeginTransactionRecord", 1, 0},
    {"EndTransactionRecord", 1, 0},
    {"RegisterControllerRecord", 1, 0},
    {"LEADER_CHANGE", 1, 0},
    {"KRAFT_VERSION", 2, 0},
    {"KRAFT_VOTERS", 2, 0},
    {"SNAPSHOT_HEADER", 2, 0},
    {"SNAPSHOT_FOOTER", 2, 0},
};
const std::vector<LeastOfType> kOlderMetadata{{"ZkMigrationStateRecord", 1, 0}};
const std::vector<LeastOfType> kNewerMetadata{{"ClearElrRecord", 1, 0}};

void add(std::vector<LeastRecords>& all, const char* tool, const std::vector<LeastOfType>& types) {
    for (const LeastOfType& least : types) {
        all.push_back({tool, least.type, least.values});
        all.push_back({tool, std::string(least.type) + " tombstone", least.tombstones});
    }
}

}  // namespace

std::vector<LeastRecords> leastRecords(bool isNewer) {
    std::vector<LeastRecords> all;
    for (const auto* types :
         {&kOffsets, &kClassicGroups, &kConsumerGroups, &kMarkers, &kTransactions, &kMetadata,
          isNewer ? &kNewerConsumerGroups : &kOlderConsumerGroups, isNewer ? &kNewerMetadata : &kOlderMetadata}) {
        add(all, "kafka-dump-log", *types);
    }
    add(all, "OffsetsMessageFormatter", kOffsets);
    add(all, "GroupMetadataMessageFormatter", kClassicGroups);
    add(all, "TransactionLogMessageFormatter", kTransactions);
    if (isNewer) {
        for (const auto* types : {&kShareGroups, &kStreamsGroups, &kShareState}) {
            add(all, "kafka-dump-log", *types);
        }
        add(all, "ShareGroupMessageFormatter", kShareGroups);
        add(all, "ShareGroupStateMessageFormatter", kKeptShareState);
    }
    return all;
}

}  // namespace brokerscope::testing
