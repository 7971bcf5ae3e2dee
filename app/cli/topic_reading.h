#pragma once

#include "app/cli/live_cluster.h"
#include "app/cli/topic_files.h"
#include "core/records/batch_iterator.h"
#include "core/workbench/state_segments.h"
#include "core/workbench/topic_state_fold.h"

#include <functional>
#include <string>
#include <vector>

namespace brokerscope {

// What is done with each entry of a topic. False: nothing more is wanted.
using TakeTopicEntry = std::function<bool(const TopicEntry& entry)>;

// Reads what files hold of a topic (TopicFiles), Fetch answers in captures and recordings too. `choose` as there. Says
// on stderr what cannot be read; its status.
int readTopicFiles(const CommandContext& context, const std::vector<std::string>& paths, const std::string& topic,
                   const TakeTopicEntry& take,
                   std::function<std::vector<TopicSegment>(const FileTopic& topic)> choose = {});

// Fetches a topic (runFetch) and says what goes wrong; its status. `idle` is called where nothing is there for now.
// __cluster_metadata, which is no topic to brokers, is read from the leader of the quorum (MetadataLogReading), its
// snapshot first, where the log does not begin at its beginning.
// `offsets` is told how many offsets of all that are wanted were read; it may be empty. `beginning` is for that log.
using TellOffsets = std::function<void(std::int64_t done, std::int64_t wanted)>;
int readTopicOfBroker(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                      const TakeTopicEntry& take, const std::function<void()>& idle, const TellOffsets& offsets = {},
                      StateBeginning beginning = StateBeginning::WholeLog);

}  // namespace brokerscope
