#include "core/internal_topics/transaction_state_replay.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/record_drafts.h"

#include <array>

namespace brokerscope {
namespace {

struct TransactionDraft {
    std::string transactionalId;
    TransactionFact fact;
};

using TransactionRow = FieldRow<TransactionDraft>;

template <auto Field>
void setTransactionNumber(TransactionDraft& draft, const FieldValue& value) {
    auto& field = draft.fact.*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

constexpr std::array kTransactionRows{
    TransactionRow{"transactionalId",
                   [](TransactionDraft& draft, const FieldValue& value) { draft.transactionalId = value.text(); }},
    TransactionRow{"producerId", setTransactionNumber<&TransactionFact::producerId>},
    TransactionRow{"previousProducerId", setTransactionNumber<&TransactionFact::previousProducerId>},
    TransactionRow{"nextProducerId", setTransactionNumber<&TransactionFact::nextProducerId>},
    TransactionRow{"producerEpoch", setTransactionNumber<&TransactionFact::producerEpoch>},
    TransactionRow{"nextProducerEpoch", setTransactionNumber<&TransactionFact::nextProducerEpoch>},
    TransactionRow{"transactionTimeoutMs", setTransactionNumber<&TransactionFact::timeoutMs>},
    TransactionRow{"transactionStatus", setTransactionNumber<&TransactionFact::status>},
    TransactionRow{"transactionPartitions",
                   [](TransactionDraft& draft, const FieldValue&) { draft.fact.partitions.emplace_back(); }},
    TransactionRow{
        "transactionPartitions.topic",
        [](TransactionDraft& draft, const FieldValue& value) { draft.fact.partitions.back().topic = value.text(); }},
    TransactionRow{"transactionPartitions.partitionIds",
                   [](TransactionDraft& draft, const FieldValue& value) {
                       draft.fact.partitions.back().partitions = value.int32s();
                   }},
    TransactionRow{"transactionLastUpdateTimestampMs", setTransactionNumber<&TransactionFact::lastUpdateMs>},
    TransactionRow{"transactionStartTimestampMs", setTransactionNumber<&TransactionFact::startMs>},
    TransactionRow{"clientTransactionVersion", setTransactionNumber<&TransactionFact::clientTransactionVersion>},
};

StateObjectId transactionObject(std::string_view id) {
    return {StateObjectKind::TransactionalId, std::string(id)};
}

void writePartitions(FactJson& json, const std::vector<TransactionPartitions>& topics) {
    json.array(topics, [&](const TransactionPartitions& topic) {
        json.object([&] {
            json.key("topic").text(topic.topic);
            json.key("partitions").numbers(topic.partitions);
        });
    });
}

// All facts of an id are of one record.
std::vector<StateFact> transactionFacts(const TransactionFact& fact) {
    FactList list;
    const RecordPlace& from = fact.record;
    list.text({"state"}, from, transactionStatusName(fact.status));
    list.number({"producerId"}, from, fact.producerId);
    list.number({"producerEpoch"}, from, fact.producerEpoch);
    const std::array<std::pair<const char*, std::int64_t>, 3> others{{{"previousProducerId", fact.previousProducerId},
                                                                      {"nextProducerId", fact.nextProducerId},
                                                                      {"nextProducerEpoch", fact.nextProducerEpoch}}};
    for (const auto& [name, number] : others) {
        if (number >= 0) {
            list.number({name}, from, number);
        }
    }
    list.number({"timeoutMs"}, from, fact.timeoutMs);
    list.add({"partitions"}, from, [&](FactJson& json) { writePartitions(json, fact.partitions); });
    list.number({"startMs"}, from, fact.startMs);
    list.number({"lastUpdateMs"}, from, fact.lastUpdateMs);
    list.number({"clientTransactionVersion"}, from, fact.clientTransactionVersion);
    return list.take();
}

std::uint64_t bytesOfTransaction(const TransactionFact& fact) {
    std::uint64_t bytes = sizeof(TransactionFact);
    for (const TransactionPartitions& topic : fact.partitions) {
        bytes += sizeof(topic) + topic.topic.size() + topic.partitions.size() * sizeof(std::int32_t);
    }
    return bytes;
}

}  // namespace

bool TransactionFact::isOpen() const {
    using namespace transaction_status;
    return status == kOngoing || status == kPrepareCommit || status == kPrepareAbort || status == kPrepareEpochFence;
}

std::string transactionStatusName(std::int8_t status) {
    return labelOf("transactionStatus", status);
}

struct TransactionStateReplay::Reading {
    RecordDrafts<TransactionDraft> drafts;
};

TransactionStateReplay::TransactionStateReplay(const TopicRecordReader& reader, std::int32_t partition,
                                               const Limits& limits)
    : CountedState(partition)
    , m_reading(new Reading{{reader, *reader.topicByWord("transactions"), kTransactionRows, limits}}) {}

TransactionStateReplay::~TransactionStateReplay() = default;

void TransactionStateReplay::data(const RecordView& view) {
    DraftedRecord<TransactionDraft> made = m_reading->drafts.read(view);
    if (!isUsable(made.outcome, made.record, view)) {
        return;
    }
    const std::string& id = made.draft.transactionalId;
    if (made.record.isTombstone) {
        m_ids.erase(id);
        noteRemoved(transactionObject(id), placeOf(view));
        return;
    }
    TransactionFact& fact = made.draft.fact;
    fact.record = placeOf(view);
    fact.timestampMs = view.timestamp;
    fact.isDoubtful = made.outcome == RecordOutcome::Doubtful;
    noteThere(transactionObject(id));
    m_ids[id] = std::make_shared<const TransactionFact>(std::move(fact));
}

std::uint64_t TransactionStateReplay::stateBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [id, fact] : m_ids) {
        bytes += sizeof(std::string) + id.size() + bytesOfTransaction(*fact);
    }
    return bytes;
}

std::vector<StateObjectId> TransactionStateReplay::objects() const {
    std::vector<StateObjectId> all;
    for (const auto& [id, fact] : m_ids) {
        all.push_back(transactionObject(id));
    }
    return all;
}

std::optional<StateObject> TransactionStateReplay::object(const StateObjectId& id) const {
    const auto fact = id.kind == StateObjectKind::TransactionalId ? find(id.id) : nullptr;
    if (fact == nullptr) {
        return std::nullopt;
    }
    return StateObject{id, transactionFacts(*fact), fact->isDoubtful ? 1U : 0U};
}

void TransactionStateReplay::clear() {
    CountedState::clear();
    m_ids.clear();
}

std::shared_ptr<const TransactionFact> TransactionStateReplay::find(std::string_view transactionalId) const {
    const auto found = m_ids.find(transactionalId);
    return found == m_ids.end() ? nullptr : found->second;
}

}  // namespace brokerscope
