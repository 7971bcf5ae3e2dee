#pragma once

#include "core/workbench/file_topics.h"
#include "core/workbench/topic_state_fold.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// What a state begins with: the newest snapshot, as brokers do, or the first that the log goes on from, for those who
// want to see every record.
enum class StateBeginning : std::uint8_t { NewestSnapshot, WholeLog };

// The files that make the state of a topic at a moment: of each partition a snapshot that ends before it, and the
// segments that go on from there. Without such a snapshot all segments.
std::vector<TopicSegment> segmentsOfState(const FileTopic& files, const StateMoment& moment, const Limits& limits = {},
                                          StateBeginning beginning = StateBeginning::NewestSnapshot);

}  // namespace brokerscope
