#pragma once

#include "core/internal_topics/group_state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// An offset commit of a transaction that is not decided.
struct PendingOffset {
    std::string group;
    OffsetKey key;
    CommittedOffset commit;
};

// The transactional offset commits of one partition, by producer id. Not by epoch: with transaction.version 2 the
// marker has the data's epoch plus one (KIP-890). Not thread safe.
class PendingOffsets {
public:
    // False: it takes the place of an earlier one of the same producer, group and partition.
    bool add(std::int64_t producerId, PendingOffset offset);
    // A tombstone of the partition outside the transaction takes pending commits away too. Gives how many.
    std::size_t remove(std::string_view group, const OffsetKey& key);
    // A marker decides the producer's transaction: its commits in the order of their records, and forgets them. Empty
    // where it has none: its data may have been compacted or lie before the first record that was read.
    std::vector<PendingOffset> decide(std::int64_t producerId);
    void clear();

    struct OfGroup {
        std::int64_t producerId = -1;
        OffsetKey key;
        const CommittedOffset* commit = nullptr;  // valid until the next change
    };
    // Those of one group, in no order.
    std::vector<OfGroup> of(std::string_view group) const;
    std::size_t size() const { return m_count; }
    // Producers with a transaction that is not decided, and its first record here. In no order.
    std::vector<std::pair<std::int64_t, std::int64_t>> open() const;
    // Of the oldest record that is not decided: what the last stable offset waits for here. A transaction whose commits
    // were taken away is not decided either.
    std::optional<std::int64_t> oldest() const;

private:
    struct Transaction {
        std::int64_t firstRecord = -1;
        std::map<std::string, std::unordered_map<OffsetKey, CommittedOffset, OffsetKeyHash>, std::less<>> byGroup;
    };
    std::unordered_map<std::int64_t, Transaction> m_byProducer;
    std::size_t m_count = 0;
};

}  // namespace brokerscope
