#include "app/cli/offsets_source.h"

#include "app/cli/reading_progress.h"
#include "app/cli/topic_files.h"
#include "core/workbench/file_metadata.h"
#include "core/workbench/metadata_log_reading.h"

#include <set>

namespace brokerscope {
namespace {

// Answers are read once: those that failed are looked at, and no others.
constexpr ExchangeStoreLimits kFewKept{1000, 16 * 1024 * 1024};

}  // namespace

OffsetsSource::OffsetsSource(const CommandContext& context, const OffsetsOptions& options, FetchOptions fetch)
    : m_context(context), m_options(options), m_fetch(std::move(fetch)) {}

int OffsetsSource::open(bool isAlsoAsked) {
    if (isOfFiles() && !isAlsoAsked) {
        return kDone;
    }
    m_cluster.emplace(kFewKept);
    return m_cluster->connect(m_context);
}

// One partition where the groups that are asked for are in one.
void OffsetsSource::choosePartition() {
    const auto& snapshot = m_cluster->view().snapshot;
    const TopicInfo* topic = snapshot == nullptr ? nullptr : snapshot->topic(m_fetch.topic);
    if (m_fetch.topic != kOffsetsTopic || m_fetch.partition || m_options.groups.empty() || topic == nullptr) {
        return;
    }
    std::set<std::int32_t> partitions;
    for (const std::string& group : m_options.groups) {
        partitions.insert(groupPartition(group, static_cast<std::int32_t>(topic->partitions.size())));
    }
    if (partitions.size() == 1 && *partitions.begin() >= 0) {
        m_fetch.partition = *partitions.begin();
    }
}

TakeTopicEntry OffsetsSource::ofPartition(const TakeTopicEntry& take) const {
    return [this, &take](const TopicEntry& entry) {
        return (m_fetch.partition && entry.partition != *m_fetch.partition) || take(entry);
    };
}

int OffsetsSource::read(const TakeTopicEntry& take, const std::function<void()>& idle) {
    if (isOfFiles()) {
        return readTopicFiles(m_context, m_options.files, m_fetch.topic, ofPartition(take));
    }
    choosePartition();
    return readTopicOfBroker(m_context, *m_cluster, m_fetch, take, idle);
}

std::vector<TopicSegment> OffsetsSource::segmentsOf(const FileTopic& files, const StateMoment& moment,
                                                    StateBeginning beginning) const {
    std::vector<TopicSegment> segments = segmentsOfState(files, moment, m_context.limits, beginning);
    std::erase_if(segments, [this, &files](const TopicSegment& one) {
        return m_fetch.partition && !files.isItself && one.partition != *m_fetch.partition;
    });
    return segments;
}

std::uint64_t OffsetsSource::bytesOfState(const StateMoment& moment, StateBeginning beginning) const {
    std::uint64_t bytes = 0;
    for (const std::string& path : m_options.files) {
        const auto listing = listFileTopics(path);
        bool isTaken = false;
        const FileTopic* topic = listing ? topicOfListing(*listing, m_fetch.topic, isTaken) : nullptr;
        for (const TopicSegment& one :
             topic != nullptr ? segmentsOf(*topic, moment, beginning) : std::vector<TopicSegment>()) {
            bytes += one.size;
        }
    }
    return bytes;
}

int OffsetsSource::readState(const StateMoment& moment, StateBeginning beginning, const TakeTopicEntry& take) {
    m_fetch.partition = moment.partition ? moment.partition : m_fetch.partition;
    ReadingProgress progress(m_context, m_fetch.topic);
    const TakeTopicEntry takeCounted = [&](const TopicEntry& entry) {
        progress.take(entry.entry);
        return take(entry);
    };
    if (!isOfFiles()) {
        choosePartition();
        // The newest snapshot may be of later than the moment.
        return readTopicOfBroker(
            m_context, *m_cluster, m_fetch, takeCounted, [] {},
            [&progress](std::int64_t done, std::int64_t wanted) { progress.setOffsets(done, wanted); },
            moment.isNow() ? beginning : StateBeginning::WholeLog);
    }
    if (progress.isShown()) {
        progress.setWantedBytes(bytesOfState(moment, beginning));
    }
    const auto choose = [&](const FileTopic& files) { return segmentsOf(files, moment, beginning); };
    return readTopicFiles(m_context, inOrderOfOffsets(m_options.files), m_fetch.topic, ofPartition(takeCounted),
                          choose);
}

const MetadataImage* OffsetsSource::fileMetadata() {
    std::call_once(m_isMetadataRead, [this] {
        m_reader.emplace(m_context.registry(), m_context.choice());
        m_metadata = metadataOfFiles(*m_reader, m_options.files, m_context.limits);
    });
    return m_metadata == nullptr ? nullptr : &m_metadata->image();
}

TopicNameOf OffsetsSource::topicNames() {
    return [this](const Uuid& id) -> std::optional<std::string> {
        if (m_cluster) {
            const auto& snapshot = m_cluster->view().snapshot;
            const TopicInfo* topic = snapshot == nullptr ? nullptr : snapshot->topic(id);
            return topic == nullptr ? std::nullopt : std::optional(topic->name);
        }
        const MetadataImage* image = fileMetadata();
        const auto topic = image == nullptr ? std::map<Uuid, TopicImage>::const_iterator() : image->topics.find(id);
        return image == nullptr || topic == image->topics.end() ? std::nullopt : std::optional(topic->second.name);
    };
}

bool OffsetsSource::knowsTopics() {
    return m_cluster ? m_cluster->view().snapshot != nullptr && !m_cluster->view().snapshot->fromController
                     : fileMetadata() != nullptr;
}

bool OffsetsSource::isTopicThere(std::string_view name, const Uuid& id) {
    if (m_cluster) {
        const TopicInfo* topic = m_cluster->view().snapshot->topic(name);
        return topic != nullptr && mayBeSameTopic(id, topic->id);
    }
    const MetadataImage* image = fileMetadata();
    const auto known = image->topicIds.find(name);
    return known != image->topicIds.end() && mayBeSameTopic(id, known->second);
}

}  // namespace brokerscope
