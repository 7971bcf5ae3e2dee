#include "core/internal_topics/transaction_index.h"

#include <algorithm>

namespace brokerscope {

std::uint32_t TransactionIndex::openFor(std::int64_t producerId) {
    const auto [found, isNew] = m_open.try_emplace(producerId, static_cast<std::uint32_t>(m_transactions.size()));
    if (isNew) {
        m_transactions.emplace_back().producerId = producerId;
    }
    return found->second;
}

void TransactionIndex::add(std::int64_t offset, const RecordSubject& subject) {
    switch (subject.step) {
        case TransactionStep::None:
            return;
        case TransactionStep::Within:
            m_of.push_back(openFor(subject.producerId));
            m_offsets.push_back(offset);
            return;
        case TransactionStep::Begins:
            // One that was begun and never ended is dropped by the next.
            if (const auto left = m_open.find(subject.producerId); left != m_open.end()) {
                m_transactions[left->second].marker = offset;
                m_open.erase(left);
            }
            m_transactions[openFor(subject.producerId)].begin = offset;
            return;
        case TransactionStep::Commits:
        case TransactionStep::Aborts:
            if (const auto open = m_open.find(subject.producerId); open != m_open.end()) {
                m_transactions[open->second].marker = offset;
                m_transactions[open->second].isCommitted = subject.step == TransactionStep::Commits;
                m_open.erase(open);
            }
            return;
    }
}

const TransactionIndex::Transaction* TransactionIndex::find(std::int64_t offset) const {
    const auto found = std::ranges::lower_bound(m_offsets, offset);
    if (found == m_offsets.end() || *found != offset) {
        return nullptr;
    }
    return &m_transactions[m_of[static_cast<std::size_t>(found - m_offsets.begin())]];
}

TransactionIndex::Standing TransactionIndex::standing(const Transaction& transaction, std::int64_t moment) {
    if (transaction.marker < 0 || transaction.marker > moment) {
        return Standing::Pending;
    }
    return transaction.isCommitted ? Standing::Committed : Standing::Aborted;
}

std::optional<std::int64_t> TransactionIndex::firstPendingAt(std::int64_t moment) const {
    for (std::size_t i = 0; i < m_offsets.size() && m_offsets[i] <= moment; ++i) {
        if (standing(m_transactions[m_of[i]], moment) == Standing::Pending) {
            return m_offsets[i];
        }
    }
    return std::nullopt;
}

std::vector<std::int64_t> TransactionIndex::decidedWithin(std::int64_t after, std::int64_t upTo) const {
    std::vector<std::int64_t> decided;
    for (std::size_t i = 0; i < m_offsets.size() && m_offsets[i] <= upTo; ++i) {
        const std::int64_t marker = m_transactions[m_of[i]].marker;
        if (marker > after && marker <= upTo) {
            decided.push_back(m_offsets[i]);
        }
    }
    return decided;
}

std::uint64_t TransactionIndex::bytes() const {
    return m_transactions.capacity() * sizeof(Transaction) + m_offsets.capacity() * sizeof(std::int64_t) +
           m_of.capacity() * sizeof(std::uint32_t);
}

}  // namespace brokerscope
