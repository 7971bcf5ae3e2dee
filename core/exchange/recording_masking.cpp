#include "core/exchange/recording_masking.h"

#include "core/codec/frame_size.h"
#include "core/value/overlay_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint8_t kMaskedByte = '*';

using Frame = std::shared_ptr<const ByteBuffer>;

using FindLayout = Result<std::shared_ptr<const MessageLayout>> (SchemaRegistry::*)(int, int,
                                                                                    const SchemaChoice&) const;

// By its own version's definition, and by the newest one where that is not known.
bool maySecretsBeIn(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                    std::string_view suffix, FindLayout find) {
    const ApiInfo* api = exchange.apiKey ? registry.api(*exchange.apiKey) : nullptr;
    if (api == nullptr) {
        return false;
    }
    const auto layout = (registry.*find)(*exchange.apiKey, exchange.apiVersion.value_or(-1), choice);
    if (layout) {
        return mayHoldSecrets(*(*layout)->spec);
    }
    const auto newest = registry.spec(api->name + std::string(suffix));
    return newest && mayHoldSecrets(**newest);
}

std::vector<ByteSpan> secretsIn(const std::shared_ptr<const ValueTree>& tree) {
    std::vector<ByteSpan> spans = secretSpans(NodeRef::root(tree));
    for (const Node& node : tree->nodes) {
        if (node.kind == NodeKind::Gap) {
            spans.push_back({BufferId::Main, node.offset, node.size});
        }
    }
    return spans;
}

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
        if (exchange.request && maySecretsBeIn(registry, exchange, choice, "Request", &SchemaRegistry::request)) {
            masked.request = hidden(exchange.request, secretsIn(requestTree(registry, exchange, choice, limits)));
        }
        if (exchange.response && maySecretsBeIn(registry, exchange, choice, "Response", &SchemaRegistry::response)) {
            masked.response = hidden(exchange.response, secretsIn(responseTree(registry, exchange, choice, limits)));
        }
    }
    recorded.isRequestMasked = masked.request != exchange.request;
    recorded.isResponseMasked = masked.response != exchange.response;
    return recorded;
}

}  // namespace brokerscope
