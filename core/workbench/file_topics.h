#pragma once

#include "core/base/cancel_token.h"
#include "core/base/error.h"
#include "core/base/limits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One segment file of a partition, or one snapshot of __cluster_metadata (.checkpoint).
struct TopicSegment {
    std::int32_t partition = 0;
    std::string path;
    std::uint64_t size = 0;   // bytes, when it was listed
    std::int64_t offset = 0;  // in its name: the first one of a segment, or the first that a snapshot lacks
    bool isCheckpoint = false;
};

// What files hold of one topic.
struct FileTopic {
    std::string topic;  // by the names of the folders; of a segment in any other folder the name of its file
    std::vector<TopicSegment> segments;     // by partition, those of each in the order of their offsets
    std::vector<TopicSegment> checkpoints;  // beside them, in the same order: their records are no part of the log
    std::int32_t partitions = 0;
    std::uint64_t bytes = 0;  // of the segments
    // The path is that of the segment or of the folder of the partition itself, whatever its name is.
    bool isItself = false;
};

// The topics in a segment file, the folder of a partition, or a log directory; by name. Segments that a broker is about
// to delete, or has not taken yet, count only where they are named themselves; so do snapshots as segments. Errors:
// FileUnreadable, also where there is no segment. Work for a thread of its own: a log directory may have many folders.
Result<std::vector<FileTopic>> listFileTopics(const std::string& path, const CancelToken& cancel = {});

// Of a listing what is read as `topic`: what is called so; where nothing is, what the path itself is, as partition 0.
// Null: neither. `isTaken`: it is called otherwise.
const FileTopic* topicOfListing(const std::vector<FileTopic>& listing, std::string_view topic, bool& isTaken);

// Whether the content of a file is that of a segment or of a snapshot, or, where that says nothing, its name. Errors:
// FileUnreadable.
Result<bool> isSegmentFile(const std::string& path, const Limits& limits = {});

}  // namespace brokerscope
