#include "core/workbench/fetch_topic_source.h"

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kFetchPatience{200};

}  // namespace

TopicSource::Step FetchTopicSource::read(TopicRowBuilder& builder) {
    const auto piece = m_stream->next(kFetchPatience);
    if (!piece) {
        const auto end = m_stream->end();
        if (end && end->problem) {
            m_problem = end->problem->error;
        }
        return end ? Step::End : Step::Nothing;
    }
    note(*piece);
    if (piece->records.empty()) {
        return Step::Some;
    }
    const auto at = static_cast<std::uint64_t>(piece->records.data() - piece->answer->data());
    BatchIterator entries(piece->records);
    for (BatchEntry entry; entries.next(entry);) {
        builder.add(piece->partition, entry, {piece->answer, nullptr, at + entry.position},
                    {.first = piece->firstOffset, .end = piece->endOffset});
    }
    return Step::Some;
}

void FetchTopicSource::note(const FetchPiece& piece) {
    TopicPartitionStatus& known = m_partitions[piece.partition];
    known.partition = piece.partition;
    const auto update = [](std::int64_t& offset, std::int64_t told) { offset = told >= 0 ? told : offset; };
    update(known.logStartOffset, piece.logStartOffset);
    update(known.highWatermark, piece.highWatermark);
    update(known.lastStableOffset, piece.lastStableOffset);
    known.problem = piece.problem;
}

void FetchTopicSource::tell(TopicReadingStatus& status) const {
    const FetchProgress progress = m_stream->progress();
    status.done = static_cast<std::uint64_t>(std::max<std::int64_t>(progress.offsetsDone, 0));
    status.wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(progress.offsetsWanted, 0));
    status.partitionsWanted = progress.partitions;
    status.problem = m_problem;
    for (const auto& [partition, known] : m_partitions) {
        status.partitions.push_back(known);
    }
}

}  // namespace brokerscope
