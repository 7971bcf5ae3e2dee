#pragma once

#include <cstdint>

namespace brokerscope {

// Every sentence that the offline half can say about a failure or about data. The list with templates and arguments is
// core/base/message_list.inc. The numbers are not stored anywhere and may change.
enum class MessageId : std::uint16_t {
#define BROKERSCOPE_MESSAGE(name, code, text) name,
#include "core/base/message_list.inc"
#undef BROKERSCOPE_MESSAGE
    Count
};

}  // namespace brokerscope
