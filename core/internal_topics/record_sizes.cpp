#include "core/internal_topics/record_sizes.h"

namespace brokerscope {

RecordSizes::RecordSizes(const TopicRecordReader& reader, const InternalTopicFacts& topic, bool countsKept)
    : m_reader(reader), m_topic(topic), m_countsKept(countsKept) {}

std::int32_t RecordSizes::typeOf(const RecordView& view) const {
    return m_reader.read(m_topic, view.key, view.value).type.value_or(-1);
}

TypeAmount& RecordSizes::amountOf(std::int32_t type) {
    const auto [found, isNew] = m_types.try_emplace(type);
    if (isNew && type >= 0) {
        found->second.name = m_reader.typeName(m_topic, type);
    }
    return found->second;
}

RecordAmount& RecordSizes::placeOf(const Last& record) {
    TypeAmount& amount = amountOf(record.type);
    return record.isTombstone ? amount.tombstones : amount.kept;
}

void RecordSizes::add(const RecordView& view, const BatchContext& batch) {
    if (batch.isControl) {
        m_control.add(view.size);
        const RecordSubject step = markerStep(view, batch);
        if (step.step != TransactionStep::None) {
            decide(step.producerId, step.step == TransactionStep::Commits);
        }
        return;
    }
    const Last record{view.offset, view.size, typeOf(view), view.value.isNull};
    amountOf(record.type).all.add(view.size);
    if (!m_countsKept || view.key.isNull) {
        return;
    }
    std::string key(asText(view.key.bytes));
    if (batch.isTransactional && batch.producerId >= 0) {
        placeOf(record).add(record.size);
        m_waiting[batch.producerId].push_back({std::move(key), record});
    } else {
        placeOf(record).add(record.size);
        keep(key, record);
    }
}

// The record was counted as kept; the one that it takes the place of is not any more, or it is the older itself.
void RecordSizes::keep(const std::string& key, const Last& record) {
    const auto [found, isNew] = m_last.try_emplace(key, record);
    if (isNew) {
        return;
    }
    Last& known = found->second;
    const bool isLater = record.offset > known.offset;
    const Last& gone = isLater ? known : record;
    placeOf(gone).take(gone.size);
    if (isLater) {
        known = record;
    }
}

void RecordSizes::decide(std::int64_t producerId, bool isCommit) {
    const auto found = m_waiting.find(producerId);
    if (found == m_waiting.end()) {
        return;
    }
    for (const Waiting& waiting : found->second) {
        isCommit ? keep(waiting.key, waiting.record) : placeOf(waiting.record).take(waiting.record.size);
    }
    m_waiting.erase(found);
}

bool isCompacted(const InternalTopicFacts& topic) {
    return topic.word == "offsets" || topic.word == "transactions";
}

void TypeAmounts::add(const RecordSizes& partition) {
    const auto sum = [](RecordAmount& all, const RecordAmount& more) {
        all.records += more.records;
        all.bytes += more.bytes;
    };
    sum(control, partition.control());
    for (const auto& [type, amount] : partition.byType()) {
        TypeAmount& all = types[type];
        all.name = amount.name;
        sum(all.all, amount.all);
        sum(all.kept, amount.kept);
        sum(all.tombstones, amount.tombstones);
    }
}

}  // namespace brokerscope
