#include "core/exchange/frame_facts.h"

#include "core/codec/frame_size.h"
#include "core/value/value_tree.h"

namespace brokerscope {

FrameFacts frameFacts(ByteView frame) {
    FrameFacts facts;
    facts.bytes = frame.size();
    if (frame.size() >= kFrameSizeBytes) {
        facts.sizePrefix = static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data()));
    }
    if (frame.size() >= kFrameHeadBytes) {
        facts.apiKey = static_cast<std::int16_t>(readInteger(FieldType::Int16, frame.data() + 4));
        facts.apiVersion = static_cast<std::int16_t>(readInteger(FieldType::Int16, frame.data() + 6));
        facts.correlationId =
            static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data() + kCorrelationIdOffset));
    }
    return facts;
}

}  // namespace brokerscope
