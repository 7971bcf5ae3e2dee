#include "core/workbench/metadata_topic_source.h"

#include "core/records/batch_iterator.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kLookAtAnswer{10};

Error withAdvice(const Error& error) {
    return {MessageId::Other,
            {fmt::format("{} ({} is read from the controller that leads the quorum, which has to be within reach)",
                         error.text(), kMetadataTopic)},
            std::nullopt,
            {}};
}

}  // namespace

MetadataTopicSource::MetadataTopicSource(const SchemaRegistry& registry, Send send, const ReadingStart& start,
                                         const Limits& limits)
    : m_reading(registry, {start.follow, start.from == FetchFrom::Beginning, limits})
    , m_send(std::move(send))
    , m_start(start) {}

// Nothing: it was cancelled, or nobody answers any more.
std::optional<Result<SendResult>> MetadataTopicSource::ask(SendRequest request) const {
    QFuture<Result<SendResult>> asking = m_send(std::move(request));
    while (!asking.isFinished()) {
        if (m_cancel.isCancelled()) {
            asking.cancel();
            return std::nullopt;
        }
        std::this_thread::sleep_for(kLookAtAnswer);
    }
    return asking.resultCount() > 0 ? std::optional(asking.result()) : std::nullopt;
}

void MetadataTopicSource::rest() const {
    const auto until = std::chrono::steady_clock::now() + m_reading.pause();
    while (std::chrono::steady_clock::now() < until && !m_cancel.isCancelled()) {
        std::this_thread::sleep_for(kLookAtAnswer);
    }
}

WantedRows MetadataTopicSource::wantedOf(const MetadataPiece& piece) const {
    WantedRows wanted;
    if (piece.checkpoint >= 0) {
        return wanted;
    }
    wanted.end = piece.end;
    wanted.first = m_start.from == FetchFrom::Offset ? m_start.value
                   : m_start.from == FetchFrom::End  ? m_reading.end()
                                                     : 0;
    wanted.fromTimestamp = m_start.from == FetchFrom::Timestamp ? m_start.value : wanted.fromTimestamp;
    return wanted;
}

void MetadataTopicSource::add(TopicRowBuilder& builder, const MetadataPiece& piece) const {
    if (piece.checkpoint >= 0 && m_start.from != FetchFrom::Beginning) {
        return;
    }
    const WantedRows wanted = wantedOf(piece);
    const auto at = static_cast<std::uint64_t>(piece.records.data() - piece.bytes->data());
    BatchIterator entries(piece.records);
    for (BatchEntry entry; entries.next(entry);) {
        BatchPlace place{piece.bytes, nullptr, at + entry.position};
        place.checkpoint = piece.checkpoint;
        builder.add(0, entry, std::move(place), wanted);
    }
}

TopicSource::Step MetadataTopicSource::read(TopicRowBuilder& builder) {
    rest();
    auto request = m_reading.next();
    if (!request || m_cancel.isCancelled()) {
        return Step::End;
    }
    const auto answer = ask(std::move(*request));
    if (!answer) {
        return Step::End;
    }
    if (!*answer) {
        m_problem = withAdvice(answer->error());
        return Step::End;
    }
    const auto piece = m_reading.take(**answer);
    if (!piece) {
        m_problem = piece.error().id == MessageId::Other ? piece.error() : withAdvice(piece.error());
        return Step::End;
    }
    if (!*piece) {
        return Step::Nothing;
    }
    add(builder, **piece);
    return Step::Some;
}

void MetadataTopicSource::tell(TopicReadingStatus& status) const {
    status.done = static_cast<std::uint64_t>(std::max<std::int64_t>(m_reading.position(), 0));
    status.wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(m_reading.end(), 0));
    status.partitionsWanted = 1;
    status.problem = m_problem;
    TopicPartitionStatus partition;
    partition.highWatermark = m_reading.end();
    status.partitions.push_back(partition);
}

}  // namespace brokerscope
