#pragma once

#include "core/base/cancel_token.h"
#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One segment file of a partition.
struct TopicSegment {
    std::int32_t partition = 0;
    std::string path;
    std::uint64_t size = 0;  // bytes, when it was listed
};

// What files hold of one topic.
struct FileTopic {
    std::string topic;  // by the names of the folders; of a segment in any other folder the name of its file
    std::vector<TopicSegment> segments;  // by partition, those of each in the order of their offsets
    std::int32_t partitions = 0;
    std::uint64_t bytes = 0;
};

// The topics in a segment file, the folder of a partition, or a log directory; by name. Segments that a broker is about
// to delete, or has not taken yet, count only where they are named themselves. Errors: FileUnreadable, also where there
// is no segment. Work for a thread of its own: a log directory may have many folders.
Result<std::vector<FileTopic>> listFileTopics(const std::string& path, const CancelToken& cancel = {});

}  // namespace brokerscope
