#pragma once

#include "core/schema/message_layout.h"

#include <string>

namespace brokerscope {

// A layout in the notation of Kafka's protocol guide, one rule a line:
//   Metadata Request (Version: 9) => [topics] allow_auto_topic_creation TAG_BUFFER
//     topics => name TAG_BUFFER
//       name => COMPACT_STRING
//     allow_auto_topic_creation => BOOLEAN
// Arrays stand in brackets, tagged fields as name<tag: n> before TAG_BUFFER, nullable structures by their own name.
std::string layoutBnf(const MessageLayout& layout);

}  // namespace brokerscope
