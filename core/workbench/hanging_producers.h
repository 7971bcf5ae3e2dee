#pragma once

#include "core/workbench/state_questions.h"

#include <compare>
#include <cstdint>
#include <functional>
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
// times was so in between. Fenced brokers coordinate nothing and are not asked. Where a partition of
// __transaction_state has no leader, nobody coordinates its transactions, and none is found. Shared by its questions;
// not thread safe.
class HangingProducers {
public:
    enum class Round : std::uint8_t { Before, After };

    // DescribeProducers of all partitions, by their leaders.
    static std::vector<StateQuestion> leaderQuestions(const ClusterSnapshot& cluster,
                                                      const std::shared_ptr<HangingProducers>& search, Round round);
    // ListTransactions of every broker that may coordinate some. `also` gets the answers too; it may be empty.
    using TakeList = std::function<void(const NodeRef& body, ToldState& told)>;
    static std::vector<StateQuestion> listQuestions(const ClusterSnapshot& cluster,
                                                    const std::shared_ptr<HangingProducers>& search,
                                                    const TakeList& also);
    // All that is needed: leaders, lists, leaders. For who asks for nothing else.
    static std::vector<StateQuestion> questions(const ClusterSnapshot& cluster,
                                                const std::shared_ptr<HangingProducers>& search);

    explicit HangingProducers(const ClusterSnapshot& cluster);

    // The answers; the error code that they hold, 0: none.
    std::int64_t takeList(std::int32_t broker, const NodeRef& body);
    std::int64_t takeProducers(Round round, const NodeRef& body);

    // Lists leave out what the asker may not describe. Who knows ids asks for them by name, so often, and says each
    // time that all were described or are not there; until then none of the transactions can be said to hang.
    void expectDescribed() { ++m_undescribed; }
    void noteDescribed() { --m_undescribed; }

    // Whether every coordinator there is has listed its transactions: those that the asker may see.
    bool areAllListed() const { return m_unlisted.empty() && !m_lacksCoordinator; }
    // Ascending. Nothing: not every coordinator has told of its transactions.
    std::optional<std::vector<ProducerTransaction>> found() const;
    std::size_t openCount() const;  // transactions that leaders hold open

private:
    void tellMissingCoordinators(ToldState& told) const;

    std::set<std::int32_t> m_unlisted;  // brokers that have not listed theirs
    bool m_lacksCoordinator = false;    // of some partition of __transaction_state
    std::size_t m_undescribed = 0;      // questions that ask for ids by name
    std::set<std::int64_t> m_known;     // producers with a transaction that is open for its coordinator
    std::map<Round, std::set<ProducerTransaction>> m_open;
};

// What differs for a hanging transaction between the log of the coordinators and its partition.
StateDifference hangingDifference(const ProducerTransaction& hanging, const ToldState::States& states);

}  // namespace brokerscope
