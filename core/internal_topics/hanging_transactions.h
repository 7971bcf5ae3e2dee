#pragma once

#include "core/internal_topics/transaction_state_replay.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A transaction that is open, and for how long.
struct OpenTransaction {
    std::string transactionalId;
    std::shared_ptr<const TransactionFact> fact;
    std::int64_t openMs = -1;  // since it started, or since its last record where it has no start; never below 0
    // Longer than its timeout, which a coordinator should have ended: nobody did, or markers cannot be written.
    bool isHanging = false;
};

// The open ones at a time, the longest first.
std::vector<OpenTransaction> openTransactions(const TransactionStateReplay& replay, std::int64_t nowMs);

// Whether a transaction has records in a partition: it holds back the last stable offset there.
bool isWithin(const TransactionFact& transaction, std::string_view topic, std::int32_t partition);

}  // namespace brokerscope
