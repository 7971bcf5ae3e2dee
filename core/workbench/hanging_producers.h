#pragma once

#include "core/workbench/state_questions.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// A transaction that the leader of a partition holds open: an element of DescribeProducers' activeProducers with a
// currentTxnStartOffset.
struct ProducerTransaction {
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t producerId = -1;
    std::int64_t startOffset = -1;
    std::int32_t producerEpoch = -1;
    std::int64_t lastMs = -1;  // of its last batch, ms since 1970
    std::int32_t coordinatorEpoch = -1;

    std::string partitionName() const { return topic + '-' + std::to_string(partition); }
    auto operator<=>(const ProducerTransaction&) const = default;
};

// Finds transactions that hang (KIP-664): open on a partition, and open for no coordinator, so that nobody will ever
// end them. Leaders are asked before the coordinators and once more after them, since a transaction that was open both
// times was so in between. Shared by its questions; not thread safe.
class HangingProducers {
public:
    enum class Round : std::uint8_t { Before, After };

    // DescribeProducers of all partitions, by their leaders.
    static std::vector<StateQuestion> leaderQuestions(const ClusterSnapshot& cluster,
                                                      const std::shared_ptr<HangingProducers>& search, Round round);
    // All that is needed: leaders, ListTransactions of every broker, leaders. For who asks for nothing else.
    static std::vector<StateQuestion> questions(const ClusterSnapshot& cluster,
                                                const std::shared_ptr<HangingProducers>& search);

    explicit HangingProducers(const ClusterSnapshot& cluster);

    // The answers; the error code that they hold, 0: none.
    std::int64_t takeList(std::int32_t broker, const NodeRef& body);
    std::int64_t takeProducers(Round round, const NodeRef& body);

    // Ascending. Nothing: not every broker has listed its transactions.
    std::optional<std::vector<ProducerTransaction>> found() const;
    std::size_t openCount() const;  // transactions that leaders hold open

private:
    std::set<std::int32_t> m_unlisted;  // brokers that have not listed theirs
    std::set<std::int64_t> m_known;     // producers with a transaction that is open for its coordinator
    std::map<Round, std::set<ProducerTransaction>> m_open;
};

// What differs for a hanging transaction between the log of the coordinators and its partition.
StateDifference hangingDifference(const ProducerTransaction& hanging, const ToldState::States& states);

}  // namespace brokerscope
