#include "core/internal_topics/topic_state.h"

#include "core/internal_topics/group_topic_state.h"
#include "core/internal_topics/metadata_image_replay.h"
#include "core/internal_topics/share_state_replay.h"
#include "core/internal_topics/transaction_state_replay.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace brokerscope {
namespace {

using MakeState = std::unique_ptr<TopicState> (*)(const TopicRecordReader&, std::int32_t, const Limits&);

struct StateOfTopic {
    std::string_view word;  // InternalTopicFacts::word
    MakeState make;
};

template <class State>
std::unique_ptr<TopicState> makeState(const TopicRecordReader& reader, std::int32_t partition, const Limits& limits) {
    return std::make_unique<State>(reader, partition, limits);
}

constexpr std::array kStates{
    StateOfTopic{"offsets",
                 [](const TopicRecordReader& reader, std::int32_t partition, const Limits& limits) {
                     return std::unique_ptr<TopicState>(new GroupTopicState(reader, partition, {}, limits));
                 }},
    StateOfTopic{"transactions", makeState<TransactionStateReplay>},
    StateOfTopic{"share", makeState<ShareStateReplay>},
    StateOfTopic{"metadata", makeState<MetadataImageReplay>},
};

}  // namespace

std::unique_ptr<TopicState> makeTopicState(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                           std::int32_t partition, const Limits& limits) {
    const auto found = std::ranges::find(kStates, topic.word, &StateOfTopic::word);
    return found == kStates.end() ? nullptr : found->make(reader, partition, limits);
}

}  // namespace brokerscope
