#pragma once

#include "core/internal_topics/record_phrase.h"
#include "core/topology/cluster_snapshot.h"
#include "core/workbench/reading_start.h"
#include "core/workbench/topic_source.h"
#include "ui/models/reading_context.h"

#include <memory>
#include <string>

namespace brokerscope {

class Workbench;
struct ListedTopic;

// The internal topic whose definitions fit, also for copies that mirroring makes ("staging.__consumer_offsets"); empty:
// none.
std::string internalTopicOf(const SchemaRegistry& registry, const std::string& topic);

// By the snapshot; null knows none.
TopicNameOf topicNamesOf(std::shared_ptr<const ClusterSnapshot> snapshot);

// What is read of a topic: a fetch that begins at once, the log of the quorum's leader, its files, or what a capture
// has of it. Workbench and registry must outlive it.
std::unique_ptr<TopicSource> topicSource(Workbench& workbench, const ReadingContext& context, const ListedTopic& topic,
                                         const ReadingStart& start);

}  // namespace brokerscope
