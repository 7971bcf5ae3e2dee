#include "core/workbench/captured_topics.h"

#include "core/base/file_byte_source.h"
#include "core/capture/exchange_source.h"
#include "core/exchange/topic_names.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/records/batch_header.h"
#include "core/workbench/file_task.h"

#include <algorithm>
#include <optional>

namespace brokerscope {
namespace {

constexpr std::size_t kOffsetBytes = 8;

void putOffset(ByteBuffer& batch, std::int64_t offset) {
    for (std::size_t i = 0; i < kOffsetBytes; ++i) {
        batch[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(offset) >> (56U - 8U * i));
    }
}

// In the order of the log; of the same offsets what was carried first stays.
void putInOrder(CapturedPartition& partition) {
    // Of those that begin together the longest first.
    std::ranges::stable_sort(partition.batches, [](const CapturedBatch& left, const CapturedBatch& right) {
        return left.baseOffset != right.baseOffset ? left.baseOffset < right.baseOffset
                                                   : left.lastOffset > right.lastOffset;
    });
    std::optional<std::int64_t> last;
    std::erase_if(partition.batches, [&last](const CapturedBatch& batch) {
        const bool isCovered = last && batch.lastOffset <= *last;
        last = isCovered ? last : batch.lastOffset;
        return isCovered;
    });
    partition.bytes = 0;
    for (const CapturedBatch& batch : partition.batches) {
        partition.bytes += batch.size;
    }
}

}  // namespace

void CapturedTopics::add(const Exchange& exchange) {
    bool isDropped = false;
    visitCarriedRecords(
        m_registry, exchange,
        [&](const CarriedRecords& records) {
            if (m_kept > m_mostKept) {
                isDropped = true;
                return;
            }
            Topic& topic = m_topics[{records.topic, records.topic.empty() ? records.topicId : Uuid()}];
            topic.names = exchange.topicNames != nullptr ? exchange.topicNames : topic.names;
            CapturedPartition& partition = topic.partitions[records.partition];
            partition.partition = records.partition;
            const std::size_t before = partition.batches.size();
            take(records, partition);
            // The frame lives as long as one of its batches.
            m_kept += !records.isProduced && partition.batches.size() > before ? records.set.size() : 0;
        },
        {}, m_limits);
    m_dropped += isDropped ? 1 : 0;
}

void CapturedTopics::take(const CarriedRecords& records, CapturedPartition& partition) {
    const auto put = [](std::int64_t& offset, std::int64_t told) { offset = told >= 0 ? told : offset; };
    put(partition.logStartOffset, records.logStartOffset);
    put(partition.highWatermark, records.highWatermark);
    put(partition.lastStableOffset, records.lastStableOffset);
    if (records.isProduced && records.errorCode != 0) {
        return;
    }
    std::int64_t base = records.baseOffset;
    BatchIterator entries(records.set);
    for (BatchEntry entry; entries.next(entry);) {
        if (entry.kind != EntryKind::Batch && entry.kind != EntryKind::Message) {
            continue;
        }
        if (!records.isProduced) {
            takeFetched(entry, records, partition);
        } else if (base >= 0 && entry.kind == EntryKind::Batch) {
            takeProduced(entry, base, partition);
            base = BatchHeader::read(partition.batches.back().bytes()).nextOffset();
        } else {
            ++partition.unplaced;
        }
    }
}

void CapturedTopics::takeFetched(const BatchEntry& entry, const CarriedRecords& records, CapturedPartition& partition) {
    CapturedBatch batch;
    batch.baseOffset = batch.lastOffset = entry.offset;
    if (entry.kind == EntryKind::Batch) {
        batch.lastOffset = BatchHeader::read(entry.bytes).lastOffset();
    }
    const auto at = static_cast<std::uint64_t>(records.set.data() - records.frame->data());
    batch.place = {records.frame, nullptr, at + entry.position, BatchOrigin::Answer};
    batch.size = entry.bytes.size();
    partition.batches.push_back(std::move(batch));
    ++m_batches;
}

void CapturedTopics::takeProduced(const BatchEntry& entry, std::int64_t baseOffset, CapturedPartition& partition) {
    auto bytes = std::make_shared<ByteBuffer>(entry.bytes.begin(), entry.bytes.end());
    putOffset(*bytes, baseOffset);
    CapturedBatch batch;
    batch.baseOffset = baseOffset;
    batch.lastOffset = BatchHeader::read(*bytes).lastOffset();
    batch.size = bytes->size();
    m_kept += bytes->size();
    batch.place = {std::move(bytes), nullptr, 0, BatchOrigin::Request};
    partition.batches.push_back(std::move(batch));
    ++m_batches;
}

std::string CapturedTopics::nameOf(const TopicKey& key, const Topic& topic) const {
    if (!key.name.empty()) {
        return key.name;
    }
    const InternalTopicFacts* known = TopicRecordReader(m_registry).topic(key.id);
    const auto told = topic.names != nullptr ? topic.names->name(key.id) : std::nullopt;
    return known != nullptr ? known->topic : told.value_or(key.id.toString());
}

std::vector<SharedCapturedTopic> CapturedTopics::take(const std::string& path) {
    // A topic may have been told by name and by id, as clients of different versions do.
    std::map<std::string, std::map<std::int32_t, CapturedPartition>> byName;
    for (auto& [key, topic] : m_topics) {
        auto& partitions = byName[nameOf(key, topic)];
        for (auto& [number, partition] : topic.partitions) {
            const auto [known, isNew] = partitions.try_emplace(number, std::move(partition));
            if (!isNew) {
                std::ranges::move(partition.batches, std::back_inserter(known->second.batches));
                known->second.unplaced += partition.unplaced;
                known->second.highWatermark = std::max(known->second.highWatermark, partition.highWatermark);
                known->second.lastStableOffset = std::max(known->second.lastStableOffset, partition.lastStableOffset);
                known->second.logStartOffset = std::max(known->second.logStartOffset, partition.logStartOffset);
            }
        }
    }
    m_topics.clear();
    std::vector<SharedCapturedTopic> topics;
    for (auto& [name, partitions] : byName) {
        auto topic = std::make_shared<CapturedTopic>();
        topic->path = path;
        topic->topic = name;
        for (auto& [number, partition] : partitions) {
            putInOrder(partition);
            topic->bytes += partition.bytes;
            const bool isAny = !partition.batches.empty() || partition.unplaced > 0;
            if (isAny) {
                topic->partitions.push_back(std::move(partition));
            }
        }
        if (!topic->partitions.empty()) {
            topics.push_back(std::move(topic));
        }
    }
    return topics;
}

namespace {

class CapturedTopicsTask {
public:
    CapturedTopicsTask(QPromise<CapturedTopicsPiece>& promise, const SchemaRegistry& registry, const Limits& limits)
        : m_promise(promise), m_registry(registry), m_limits(limits), m_topics(registry, limits) {}

    void run(const std::string& path, const CancelToken& cancel) {
        const auto source = open(path);
        if (!source) {
            m_piece.progress.failure = source.error();
            m_promise.addResult(m_piece);
            return;
        }
        while (!cancel.isCancelled() && !(*source)->error() && (*source)->readMore()) {
            take(**source);
            m_promise.addResult(m_piece);
        }
        if (!cancel.isCancelled()) {
            (*source)->finish();
        }
        take(**source);
        if (const auto error = (*source)->error()) {
            m_piece.progress.failure = error->id == MessageId::FileUnreadable
                                           ? *error
                                           : Error{MessageId::FileUnreadable, {path, error->text()}, std::nullopt, {}};
        } else if (!cancel.isCancelled()) {
            m_piece.progress.read = m_piece.progress.size;
        }
        m_piece.topics = m_topics.take(path);
        m_promise.addResult(m_piece);
    }

private:
    Result<std::unique_ptr<ExchangeSource>> open(const std::string& path) {
        auto file = FileByteSource::open(path);
        if (!file) {
            return tl::unexpected<Error>(file.error());
        }
        m_piece.progress.size = (*file)->size().value_or(0);
        CaptureOptions options;
        options.messageLimits = m_limits;
        return openExchangeSource(m_registry, std::shared_ptr<const ByteSource>(std::move(*file)), options);
    }
    void take(ExchangeSource& source) {
        const CaptureOutput output = source.take();
        for (const CapturedExchange& captured : output.exchanges) {
            m_topics.add(captured.exchange);
        }
        m_piece.exchanges += output.exchanges.size();
        m_piece.batches = m_topics.batches();
        m_piece.dropped = m_topics.dropped();
        m_piece.progress.read = source.statistics().bytes;
        m_piece.progress.size = std::max(m_piece.progress.size, m_piece.progress.read);
    }

    QPromise<CapturedTopicsPiece>& m_promise;
    const SchemaRegistry& m_registry;
    Limits m_limits;
    CapturedTopics m_topics;
    CapturedTopicsPiece m_piece;
};

}  // namespace

QFuture<CapturedTopicsPiece> readCapturedTopics(const std::string& path, const SchemaRegistry& registry,
                                                const CancelToken& cancel, const Limits& limits) {
    return startFileTask<CapturedTopicsPiece>(
        [path, &registry, cancel, limits](QPromise<CapturedTopicsPiece>& promise) {
            CapturedTopicsTask(promise, registry, limits).run(path, cancel);
        });
}

}  // namespace brokerscope
