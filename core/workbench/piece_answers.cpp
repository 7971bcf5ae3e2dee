#include "core/workbench/piece_answers.h"

#include "core/workbench/batch_bytes.h"

namespace brokerscope {
namespace {

// Folds what makes a state, and counts what makes none.
class PieceAsking {
public:
    PieceAsking(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits)
        : m_collector(reader, topic, limits)
        , m_hasStates(makeTopicState(reader, topic, 0, limits) != nullptr)
        , m_records(limits)
        , m_fold([this](std::int32_t partition) { return m_collector.makeState(partition); }, {}, limits,
                 {[this](const TopicState& state, const RecordView& view, const BatchContext& batch) {
                      m_collector.take(state.partition(), view, batch);
                  },
                  {}}) {}

    void take(const TopicBatch& batch) {
        const auto stored = m_bytes.open(batch);
        BatchEntry entry;
        if (!stored || !BatchIterator(*stored).next(entry)) {
            ++m_unread;
        } else if (m_hasStates) {
            TopicEntry wanted{batch.partition, entry};
            wanted.checkpoint = batch.place.checkpoint;
            m_fold.take(wanted);
        } else {
            count(batch.partition, entry);
        }
    }
    TopicAnswers answers(const AnswerOptions& options) {
        m_fold.finish();
        TopicAnswers all = m_collector.answers(m_fold, options);
        all.unread += m_unread;
        return all;
    }

private:
    void count(std::int32_t partition, const BatchEntry& entry) {
        if (!m_records.open(entry)) {
            ++m_unread;
            return;
        }
        const BatchContext batch = BatchContext::of(m_records.header());
        while (m_records.next()) {
            m_collector.take(partition, m_records.record(), batch);
        }
    }

    AnswerCollector m_collector;
    bool m_hasStates;
    RecordReader m_records;
    TopicStateFold m_fold;
    BatchBytes m_bytes;
    std::uint64_t m_unread = 0;
};

}  // namespace

TopicAnswers answersOf(const std::vector<SharedTopicPiece>& pieces, const TopicRowContext& context,
                       const AnswerOptions& options, const CancelToken& cancel) {
    const TopicRecordReader reader(*context.registry);
    const InternalTopicFacts* topic = reader.topic(context.decodedAs);
    if (topic == nullptr) {
        return {};
    }
    PieceAsking asking(reader, *topic, context.limits);
    for (const SharedTopicPiece& piece : pieces) {
        for (const TopicBatch& batch : piece->batches) {
            if (cancel.isCancelled()) {
                return {};
            }
            asking.take(batch);
        }
    }
    return asking.answers(options);
}

}  // namespace brokerscope
