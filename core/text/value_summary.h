#pragma once

#include "core/internal_topics/topic_record_reader.h"
#include "core/text/readable_value.h"

#include <string>

namespace brokerscope {

// What the value of an internal topic's record says, on one line and as far as `most` bytes let it begin a field:
// "offset 42 · leaderEpoch 0 · metadata "x"". "*** (12 bytes)" of one that may hold secrets and could not be read.
// Empty: it is null, or its layout is not known. `record` is what `reader` read of it. Builds a small tree.
std::string valueSummary(const TopicRecordReader& reader, const TopicRecord& record, const NullableBytes& value,
                         const ReadableOptions& options, const Limits& limits, std::size_t most);

}  // namespace brokerscope
