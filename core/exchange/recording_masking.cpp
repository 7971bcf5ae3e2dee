#include "core/exchange/recording_masking.h"

#include "core/codec/frame_layouts.h"
#include "core/codec/frame_size.h"
#include "core/value/overlay_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint8_t kMaskedByte = '*';

using Frame = std::shared_ptr<const ByteBuffer>;

// The frame itself where there is nothing to hide.
Frame hidden(const Frame& frame, const std::vector<ByteSpan>& spans) {
    std::shared_ptr<ByteBuffer> copy;
    for (const ByteSpan& span : spans) {
        const std::uint64_t begin = std::min<std::uint64_t>(span.offset, frame->size());
        const std::uint64_t end = std::min<std::uint64_t>(span.end(), frame->size());
        if (begin < end) {
            copy = copy != nullptr ? copy : std::make_shared<ByteBuffer>(*frame);
            std::fill(copy->begin() + static_cast<std::ptrdiff_t>(begin),
                      copy->begin() + static_cast<std::ptrdiff_t>(end), kMaskedByte);
        }
    }
    return copy != nullptr ? copy : frame;
}

Frame withoutHidden(const Frame& frame, const std::shared_ptr<const ValueTree>& tree) {
    return hidden(frame, hiddenSpans(NodeRef::root(tree)));
}

Frame hiddenToken(const Frame& frame) {
    return frame == nullptr ? nullptr : hidden(frame, {{BufferId::Main, kFrameSizeBytes, frame->size()}});
}

}  // namespace

RecordedExchange withoutSecrets(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                                const Limits& limits) {
    RecordedExchange recorded{exchange, false, false};
    Exchange& masked = recorded.exchange;
    if (exchange.saslMechanism) {
        masked.request = hiddenToken(exchange.request);
        masked.response = hiddenToken(exchange.response);
    } else {
        const int apiKey = exchange.apiKey.value_or(-1);
        const int version = exchange.apiVersion.value_or(-1);
        if (exchange.request && requestMayHoldSecrets(registry, apiKey, version, choice)) {
            masked.request = withoutHidden(exchange.request, requestTree(registry, exchange, choice, limits));
        }
        if (exchange.response && responseMayHoldSecrets(registry, apiKey, version, choice)) {
            masked.response = withoutHidden(exchange.response, responseTree(registry, exchange, choice, limits));
        }
    }
    recorded.isRequestMasked = masked.request != exchange.request;
    recorded.isResponseMasked = masked.response != exchange.response;
    return recorded;
}

}  // namespace brokerscope
