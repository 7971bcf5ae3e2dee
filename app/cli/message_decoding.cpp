#include "app/cli/message_decoding.h"

#include "core/codec/decoder.h"
#include "core/schema/api_keys.h"

namespace brokerscope {
namespace {

// ApiVersions answers refusals in version 0 whatever version was asked, so an answer to an unknown version can be read.

Result<std::shared_ptr<const ValueTree>> decodeFrame(const SchemaRegistry& registry, const SchemaChoice& choice,
                                                     const Limits& limits, const DecodeOrder& order,
                                                     std::shared_ptr<const ByteBuffer> bytes) {
    if (order.name.empty()) {
        return decodeRequestFrame(registry, std::move(bytes), choice, limits);
    }
    const auto spec = registry.spec(order.name, choice);
    if (!spec) {
        return tl::unexpected<Error>(spec.error());
    }
    if ((*spec)->type == MessageType::Request) {
        return decodeRequestFrame(registry, std::move(bytes), choice, limits);
    }
    if ((*spec)->type != MessageType::Response) {
        return failure(MessageId::InvalidValue, {"frame", order.name, "a request or a response"});
    }
    if (!order.version) {
        return failure(MessageId::JsonWrongType,
                       {"version", "a number, which the frame of a response does not say", "nothing"});
    }
    const int apiKey = *(*spec)->apiKey;
    if (const auto layout = registry.layout(order.name, *order.version, choice);
        !layout && apiKey != api_key::kApiVersions) {
        return tl::unexpected<Error>(layout.error());
    }
    return decodeResponseFrame(registry, apiKey, *order.version, std::move(bytes), choice, limits);
}

}  // namespace

Result<std::shared_ptr<const ValueTree>> decodeOrder(const SchemaRegistry& registry, const SchemaChoice& choice,
                                                     const Limits& limits, const DecodeOrder& order,
                                                     std::shared_ptr<const ByteBuffer> bytes) {
    if (order.frame) {
        return decodeFrame(registry, choice, limits, order, std::move(bytes));
    }
    if (order.name.empty()) {
        return failure(MessageId::JsonWrongType,
                       {"name", "a definition's name, which only a request's frame says", "nothing"});
    }
    if (!order.version) {
        return failure(MessageId::JsonWrongType, {"version", "a number, which only a request's frame says", "nothing"});
    }
    auto layout = registry.layout(order.name, *order.version, choice);
    if (!layout) {
        return tl::unexpected<Error>(layout.error());
    }
    return decodeMessage(std::move(*layout), std::move(bytes), limits);
}

}  // namespace brokerscope
