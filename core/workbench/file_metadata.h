#pragma once

#include "core/internal_topics/metadata_image_replay.h"

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// The cluster's metadata as the copies of __cluster_metadata in log directories say it: the first that has one. Null:
// none has. Faults are passed over: it serves to name what other topics speak of. Borrows the reader.
std::unique_ptr<MetadataImageReplay> metadataOfFiles(const TopicRecordReader& reader,
                                                     const std::vector<std::string>& paths, const Limits& limits = {});

}  // namespace brokerscope
