#pragma once

#include "core/internal_topics/counted_state.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

inline constexpr std::string_view kTransactionsTopic = "__transaction_state";

struct TransactionPartitions {
    std::string topic;
    std::vector<std::int32_t> partitions;  // as written
};

// What is known of a transactional id: the last TransactionLogValue of it, which is the whole state. Fields that its
// version lacks, or that are not set, keep their defaults.
struct TransactionFact {
    RecordPlace record;
    std::int64_t timestampMs = -1;  // of the record
    std::int64_t producerId = -1;
    std::int64_t previousProducerId = -1;
    std::int64_t nextProducerId = -1;
    std::int16_t producerEpoch = -1;
    std::int16_t nextProducerEpoch = -1;
    std::int32_t timeoutMs = -1;
    std::int8_t status = -1;
    std::vector<TransactionPartitions> partitions;
    std::int64_t startMs = -1;  // -1: none is open
    std::int64_t lastUpdateMs = -1;
    std::int16_t clientTransactionVersion = 0;
    bool isDoubtful = false;

    // A transaction is open: Ongoing, or decided with markers to be written yet.
    bool isOpen() const;
};

// TransactionLogValue "TransactionStatus".
namespace transaction_status {
inline constexpr std::int8_t kEmpty = 0;
inline constexpr std::int8_t kOngoing = 1;
inline constexpr std::int8_t kPrepareCommit = 2;
inline constexpr std::int8_t kPrepareAbort = 3;
inline constexpr std::int8_t kPrepareEpochFence = 7;
}  // namespace transaction_status
std::string transactionStatusName(std::int8_t status);  // "PrepareCommit"; "unknown (9)"

// Folds the records of one partition of __transaction_state to the state of its transactional ids, as a transaction
// coordinator that loads them. The last record of an id is all there is; a tombstone is an id that expired. Each fact
// is shared: immutable, replaced by the next record.
class TransactionStateReplay : public CountedState {
public:
    // Borrows `reader`.
    TransactionStateReplay(const TopicRecordReader& reader, std::int32_t partition, const Limits& limits = {});
    ~TransactionStateReplay() override;

    std::uint64_t stateBytes() const override;
    std::vector<StateObjectId> objects() const override;
    std::optional<StateObject> object(const StateObjectId& id) const override;
    void clear() override;

    using Ids = std::map<std::string, std::shared_ptr<const TransactionFact>, std::less<>>;
    const Ids& transactionalIds() const { return m_ids; }
    // Null: no such id.
    std::shared_ptr<const TransactionFact> find(std::string_view transactionalId) const;

private:
    struct Reading;
    void data(const RecordView& view) override;

    std::unique_ptr<Reading> m_reading;
    Ids m_ids;
};

}  // namespace brokerscope
