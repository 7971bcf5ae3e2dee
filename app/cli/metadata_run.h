#pragma once

#include "app/cli/live_cluster.h"
#include "core/workbench/state_segments.h"
#include "core/workbench/topic_state_fold.h"

#include <functional>

namespace brokerscope {

// Reads __cluster_metadata from the leader of the quorum (MetadataLogReading), snapshots included, as far as `fetch`
// wants: what it begins with, and whether it follows, until Ctrl+C. `take` and `offsets` as with other topics, and
// `idle` where nothing is there for now. NewestSnapshot: what came before that is left out. Says on stderr why it
// cannot be read, and what to do instead; its status.
int runMetadata(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                const std::function<bool(const TopicEntry& entry)>& take, const std::function<void()>& idle,
                const std::function<void(std::int64_t done, std::int64_t wanted)>& offsets, StateBeginning beginning);

}  // namespace brokerscope
