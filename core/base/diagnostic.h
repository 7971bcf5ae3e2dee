#pragma once

#include "core/base/bytes.h"
#include "core/base/message_text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

enum class Severity : std::uint8_t { Note, Warning, Error };

std::string_view severityName(Severity severity);  // "note", "warning", "error"

// A remark on decoded data: the data was what it was, and this is what one should know about it.
// `span` counts from the first byte of what was decoded (the size prefix where a frame was decoded).
struct Diagnostic {
    Severity severity = Severity::Note;
    MessageId id = MessageId::Other;
    std::vector<std::string> arguments;
    ByteSpan span;
    std::string path;  // field path in Kafka's JSON spelling, such as topics[0].partitions[2].errorCode

    std::string text() const { return messageText(id, arguments); }
    std::string_view code() const { return messageCode(id); }
};

}  // namespace brokerscope
