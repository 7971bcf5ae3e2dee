#include "ui/pages/topic_sources.h"

#include "core/internal_topics/topic_record_reader.h"
#include "core/workbench/captured_topic_source.h"
#include "core/workbench/fetch_topic_source.h"
#include "core/workbench/metadata_topic_source.h"
#include "core/workbench/segment_topic_source.h"
#include "core/workbench/workbench.h"
#include "ui/pages/topic_list_model.h"

namespace brokerscope {

std::string internalTopicOf(const SchemaRegistry& registry, const std::string& topic) {
    const TopicRecordReader reader(registry);
    const InternalTopicFacts* known = reader.topic(topic);
    const std::size_t dot = topic.rfind('.');
    if (known == nullptr && dot != std::string::npos) {
        known = reader.topic(std::string_view(topic).substr(dot + 1));
    }
    return known != nullptr ? known->topic : std::string();
}

TopicNameOf topicNamesOf(std::shared_ptr<const ClusterSnapshot> snapshot) {
    return [snapshot = std::move(snapshot)](const Uuid& id) -> std::optional<std::string> {
        const TopicInfo* topic = snapshot != nullptr ? snapshot->topic(id) : nullptr;
        return topic != nullptr ? std::optional(topic->name) : std::nullopt;
    };
}

std::unique_ptr<TopicSource> topicSource(Workbench& workbench, const ReadingContext& context, const ListedTopic& topic,
                                         const ReadingStart& start) {
    WantedRows wanted;
    wanted.first = start.from == FetchFrom::Offset ? start.value : 0;
    wanted.fromTimestamp = start.from == FetchFrom::Timestamp ? start.value : wanted.fromTimestamp;
    if (topic.origin() == TopicOrigin::Capture) {
        return std::make_unique<CapturedTopicSource>(topic.captured, start.partition, wanted);
    }
    if (topic.origin() == TopicOrigin::Files) {
        std::vector<TopicSegment> segments = topic.segments;
        std::erase_if(segments,
                      [&](const TopicSegment& one) { return start.partition && one.partition != *start.partition; });
        return std::make_unique<SegmentTopicSource>(std::move(segments), wanted, context.limits());
    }
    if (topic.name.toStdString() == kMetadataTopic) {
        return std::make_unique<MetadataTopicSource>(
            context.registry(), [&workbench](SendRequest request) { return workbench.send(std::move(request)); }, start,
            context.limits());
    }
    FetchOptions options;
    options.topic = topic.name.toStdString();
    options.partition = start.partition;
    options.from = start.from;
    options.value = start.value;
    options.follow = start.follow;
    return std::make_unique<FetchTopicSource>(workbench.fetch(std::move(options)));
}

}  // namespace brokerscope
