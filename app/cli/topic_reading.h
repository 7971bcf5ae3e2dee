#pragma once

#include "app/cli/live_cluster.h"
#include "core/records/batch_iterator.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace brokerscope {

// What is done with each entry of a topic, of which the records with offsets in [first, end) are wanted. False: nothing
// more is wanted.
using TakeTopicEntry =
    std::function<bool(std::int32_t partition, const BatchEntry& entry, std::int64_t first, std::int64_t end)>;

// Reads what files hold of a topic (TopicFiles), Fetch answers in captures and recordings too. Says on stderr what
// cannot be read; its status.
int readTopicFiles(const CommandContext& context, const std::vector<std::string>& paths, const std::string& topic,
                   const TakeTopicEntry& take);

// Fetches a topic (runFetch) and says what goes wrong; its status. `idle` is called where nothing is there for now.
int readTopicOfBroker(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                      const TakeTopicEntry& take, const std::function<void()>& idle);

}  // namespace brokerscope
