#pragma once

#include "core/workbench/topic_piece.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

enum class TransactionState : std::uint8_t {
    None,     // not in a transaction
    Pending,  // no marker was read
    Committed,
    Aborted
};

// How the transactions of one reading ended, a byte each.
class TransactionStates {
public:
    void note(const std::vector<DecidedTransaction>& decided) {
        for (const DecidedTransaction& one : decided) {
            if (one.number >= m_states.size()) {
                m_states.resize(one.number + 1, TransactionState::Pending);
            }
            m_states[one.number] = one.isCommitted ? TransactionState::Committed : TransactionState::Aborted;
        }
    }
    void clear() { m_states.clear(); }

    TransactionState of(TransactionNumber number) const {
        if (number == 0) {
            return TransactionState::None;
        }
        return number < m_states.size() ? m_states[number] : TransactionState::Pending;
    }

private:
    std::vector<TransactionState> m_states;
};

}  // namespace brokerscope
