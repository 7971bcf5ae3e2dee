#pragma once

#include "core/internal_topics/record_subject.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// Which transaction each transactional record of a partition belongs to, and how and where that ended. Records and
// steps come in the order of their offsets. 12 bytes a record, 40 a transaction. Not thread safe.
class TransactionIndex {
public:
    struct Transaction {
        std::int64_t producerId = -1;
        std::int64_t begin = -1;   // of a metadata transaction: offset of its BeginTransactionRecord
        std::int64_t marker = -1;  // offset of the record that ended it; -1: nothing did yet
        bool isCommitted = false;
    };
    // How a transaction stands after the record at some offset.
    enum class Standing : std::uint8_t { Pending, Committed, Aborted };

    // A record within, or one that begins or ends a transaction.
    void add(std::int64_t offset, const RecordSubject& subject);

    // Null: the record is in none.
    const Transaction* find(std::int64_t offset) const;
    static Standing standing(const Transaction& transaction, std::int64_t moment);
    // Offset of the first record that was not decided at a moment; nothing: all were. Work in the number of
    // transactional records.
    std::optional<std::int64_t> firstPendingAt(std::int64_t moment) const;
    // Offsets of the records whose transactions ended after `after` and up to `upTo`.
    std::vector<std::int64_t> decidedWithin(std::int64_t after, std::int64_t upTo) const;
    std::uint64_t bytes() const;

private:
    std::uint32_t openFor(std::int64_t producerId);

    std::vector<Transaction> m_transactions;
    std::unordered_map<std::int64_t, std::uint32_t> m_open;  // by producer
    std::vector<std::int64_t> m_offsets;                     // of the records, ascending
    std::vector<std::uint32_t> m_of;                         // their transactions
};

}  // namespace brokerscope
