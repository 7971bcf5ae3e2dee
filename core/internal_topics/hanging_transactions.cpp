#include "core/internal_topics/hanging_transactions.h"

#include <algorithm>

namespace brokerscope {

std::vector<OpenTransaction> openTransactions(const TransactionStateReplay& replay, std::int64_t nowMs) {
    std::vector<OpenTransaction> open;
    for (const auto& [id, fact] : replay.transactionalIds()) {
        if (fact->isOpen()) {
            const std::int64_t since = fact->startMs >= 0 ? fact->startMs : fact->timestampMs;
            const std::int64_t ms = std::max<std::int64_t>(nowMs - since, 0);
            open.push_back({id, fact, ms, ms > fact->timeoutMs});
        }
    }
    std::ranges::stable_sort(open, std::ranges::greater(), &OpenTransaction::openMs);
    return open;
}

bool isWithin(const TransactionFact& transaction, std::string_view topic, std::int32_t partition) {
    return std::ranges::any_of(transaction.partitions, [&](const TransactionPartitions& known) {
        return known.topic == topic && std::ranges::find(known.partitions, partition) != known.partitions.end();
    });
}

}  // namespace brokerscope
