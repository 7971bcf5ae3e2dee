#include "core/workbench/hanging_producers.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/transaction_state_replay.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kMostPartitions = 1000;  // of one request
// States of TransactionState in which a coordinator will end the transaction.
constexpr std::array<std::string_view, 4> kOpenStates{"Ongoing", "PrepareCommit", "PrepareAbort", "PrepareEpochFence"};

using PartitionsByTopic = std::map<std::string, std::vector<std::int32_t>>;

std::string producersBody(const PartitionsByTopic& topics) {
    FactJson json;
    json.object([&] {
        json.key("topics").array(topics, [&](const auto& topic) {
            json.object([&] {
                json.key("name").text(topic.first);
                json.key("partitionIndexes").numbers(topic.second);
            });
        });
    });
    return json.take();
}

// What each leader is asked about, request by request.
std::map<std::int32_t, std::vector<PartitionsByTopic>> partitionsByLeader(const ClusterSnapshot& cluster) {
    std::map<std::int32_t, std::vector<PartitionsByTopic>> leaders;
    std::map<std::int32_t, std::size_t> counts;
    for (const TopicInfo& topic : cluster.topics) {
        for (const PartitionInfo& partition : topic.partitions) {
            if (partition.leader < 0) {
                continue;
            }
            std::vector<PartitionsByTopic>& requests = leaders[partition.leader];
            if (counts[partition.leader]++ % kMostPartitions == 0) {
                requests.emplace_back();
            }
            requests.back()[topic.name].push_back(partition.index);
        }
    }
    return leaders;
}

std::string transactionJson(const ProducerTransaction& open) {
    FactJson json;
    json.object([&] {
        json.key("startOffset").number(open.startOffset);
        json.key("producerEpoch").number(open.producerEpoch);
        json.key("lastTimestampMs").number(open.lastMs);
        json.key("coordinatorEpoch").number(open.coordinatorEpoch);
    });
    return json.take();
}

std::string loggedJson(const std::string& id, const TransactionFact& fact) {
    FactJson json;
    json.object([&] {
        json.key("transactionalId").text(id);
        json.key("state").text(transactionStatusName(fact.status));
    });
    return json.take();
}

}  // namespace

HangingProducers::HangingProducers(const ClusterSnapshot& cluster) {
    for (const BrokerInfo& broker : cluster.brokers) {
        if (!broker.fenced) {
            m_unlisted.insert(broker.id);
        }
    }
    if (const TopicInfo* topic = cluster.topic(kTransactionsTopic)) {
        m_lacksCoordinator =
            std::ranges::any_of(topic->partitions, [](const PartitionInfo& one) { return one.leader < 0; });
    }
}

std::vector<StateQuestion> HangingProducers::leaderQuestions(const ClusterSnapshot& cluster,
                                                             const std::shared_ptr<HangingProducers>& search,
                                                             Round round) {
    std::vector<StateQuestion> questions;
    for (const auto& [leader, requests] : partitionsByLeader(cluster)) {
        for (const PartitionsByTopic& topics : requests) {
            questions.push_back(askedOf(
                brokerTarget(leader), fmt::format("DescribeProducers of broker {}", leader),
                api_key::kDescribeProducers, producersBody(topics),
                [search, round](const NodeRef& body, ToldState&) { return search->takeProducers(round, body); }));
        }
    }
    return questions;
}

std::vector<StateQuestion> HangingProducers::listQuestions(const ClusterSnapshot& cluster,
                                                           const std::shared_ptr<HangingProducers>& search,
                                                           const TakeList& also) {
    std::vector<StateQuestion> questions;
    for (const BrokerInfo& broker : cluster.brokers) {
        if (broker.fenced) {
            continue;
        }
        questions.push_back(askedOf(brokerTarget(broker.id), fmt::format("ListTransactions of broker {}", broker.id),
                                    api_key::kListTransactions, R"({"stateFilters":[],"producerIdFilters":[]})",
                                    [search, also, id = broker.id](const NodeRef& body, ToldState& told) {
                                        const std::int64_t code = search->takeList(id, body);
                                        search->tellMissingCoordinators(told);
                                        if (also) {
                                            also(body, told);
                                        }
                                        return code;
                                    }));
    }
    return questions;
}

std::vector<StateQuestion> HangingProducers::questions(const ClusterSnapshot& cluster,
                                                       const std::shared_ptr<HangingProducers>& search) {
    std::vector<StateQuestion> all = leaderQuestions(cluster, search, Round::Before);
    std::ranges::move(listQuestions(cluster, search, {}), std::back_inserter(all));
    std::ranges::move(leaderQuestions(cluster, search, Round::After), std::back_inserter(all));
    return all;
}

void HangingProducers::tellMissingCoordinators(ToldState& told) const {
    if (m_lacksCoordinator) {
        told.unanswered(fmt::format("partitions of {} have no leader: nobody lists their transactions, and what hangs "
                                    "is not known",
                                    kTransactionsTopic));
    }
}

std::int64_t HangingProducers::takeList(std::int32_t broker, const NodeRef& body) {
    const std::int64_t code = integerField(body, "errorCode", 0);
    if (code == 0) {
        m_unlisted.erase(broker);
    }
    for (const NodeRef& state : elementsField(body, "transactionStates")) {
        const std::string word = textField(state, "transactionState").value_or(std::string());
        if (std::ranges::find(kOpenStates, word) != kOpenStates.end()) {
            m_known.insert(integerField(state, "producerId", -1));
        }
    }
    return code;
}

std::int64_t HangingProducers::takeProducers(Round round, const NodeRef& body) {
    std::int64_t worst = 0;
    for (const NodeRef& topic : elementsField(body, "topics")) {
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            const std::int64_t code = integerField(partition, "errorCode", 0);
            worst = worst == 0 ? code : worst;
            for (const NodeRef& producer : elementsField(partition, "activeProducers")) {
                const std::int64_t start = integerField(producer, "currentTxnStartOffset", -1);
                if (start >= 0) {
                    m_open[round].insert({textField(topic, "name").value_or(std::string()),
                                          static_cast<std::int32_t>(integerField(partition, "partitionIndex", -1)),
                                          integerField(producer, "producerId", -1), start,
                                          static_cast<std::int32_t>(integerField(producer, "producerEpoch", -1)),
                                          integerField(producer, "lastTimestamp", -1),
                                          static_cast<std::int32_t>(integerField(producer, "coordinatorEpoch", -1))});
                }
            }
        }
    }
    return worst;
}

std::size_t HangingProducers::openCount() const {
    const auto after = m_open.find(Round::After);
    return after == m_open.end() ? 0 : after->second.size();
}

std::optional<std::vector<ProducerTransaction>> HangingProducers::found() const {
    if (!areAllListed() || m_undescribed > 0) {
        return std::nullopt;
    }
    std::vector<ProducerTransaction> hanging;
    const auto before = m_open.find(Round::Before);
    const auto after = m_open.find(Round::After);
    if (before == m_open.end() || after == m_open.end()) {
        return hanging;
    }
    // One that goes on has a later batch the second time.
    const auto isSame = [](const ProducerTransaction& left, const ProducerTransaction& right) {
        return left.topic == right.topic && left.partition == right.partition && left.producerId == right.producerId &&
               left.startOffset == right.startOffset;
    };
    std::ranges::copy_if(after->second, std::back_inserter(hanging), [&](const ProducerTransaction& open) {
        return !m_known.contains(open.producerId) &&
               std::ranges::any_of(before->second,
                                   [&](const ProducerTransaction& earlier) { return isSame(open, earlier); });
    });
    return hanging;
}

StateDifference hangingDifference(const ProducerTransaction& hanging, const ToldState::States& states) {
    StateDifference difference;
    difference.object = {StateObjectKind::Producer, std::to_string(hanging.producerId)};
    difference.fact = factName({"hangingTransaction", hanging.partitionName()});
    difference.told = transactionJson(hanging);
    difference.source = "DescribeProducers, ListTransactions";
    for (const auto& [partition, state] : states) {
        const auto* replay = dynamic_cast<const TransactionStateReplay*>(state.get());
        for (const auto& [id, fact] : replay != nullptr ? replay->transactionalIds() : TransactionStateReplay::Ids()) {
            if (fact->producerId == hanging.producerId) {
                difference.logged = loggedJson(id, *fact);
                difference.from = fact->record;
            }
        }
    }
    return difference;
}

}  // namespace brokerscope
