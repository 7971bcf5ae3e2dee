#pragma once

#include "core/codec/encoder.h"
#include "core/internal_topics/topic_state.h"
#include "core/value/json_reader.h"
#include "core/value/node_ref.h"
#include "core/workbench/topic_state_fold.h"
#include "tests/unit/core/internal_topics/group_log.h"

#include <memory>
#include <string_view>
#include <vector>

namespace brokerscope::testing {

// A partition of an internal topic that a test folds batch by batch.
class FoldedTopic {
public:
    explicit FoldedTopic(std::string_view word, StateMoment moment = {}, TopicStateFold::Follower follower = {})
        : reader(SchemaRegistry::embedded())
        , topic(*reader.topicByWord(word))
        , fold([this](std::int32_t number) { return makeTopicState(reader, topic, number); }, moment, {},
               std::move(follower)) {}

    // At the next offset, or of a snapshot.
    bool write(const WrittenBatch& batch, std::int64_t checkpoint = -1) {
        const ByteBuffer bytes = batch.at(next);
        next += batch.lastDelta() + 1;
        BatchEntry entry;
        BatchIterator(bytes).next(entry);
        return fold.take({partition, entry, 0, std::numeric_limits<std::int64_t>::max(), checkpoint});
    }
    bool write(std::vector<WrittenRecord> records, std::int64_t timestamp = 1000, std::int64_t checkpoint = -1) {
        WrittenBatch batch;
        batch.records = std::move(records);
        batch.timestamp = timestamp;
        return write(batch, checkpoint);
    }
    const TopicState& state() const { return *fold.states().at(partition); }

    TopicRecordReader reader;
    const InternalTopicFacts& topic;
    TopicStateFold fold;
    std::int32_t partition = 0;
    std::int64_t next = 0;
};

// The body of an answer: "Metadata", 12, its JSON.
inline NodeRef answerBody(std::string_view api, int version, std::string_view json) {
    const auto layout = SchemaRegistry::embedded().layout(std::string(api) + "Response", version).value();
    return NodeRef::root(encodeMessage(layout, draftFromJson(layout->spec, json).value().draft));
}

}  // namespace brokerscope::testing
