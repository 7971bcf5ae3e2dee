#include "core/text/exchange_hex.h"

#include "core/codec/frame_layouts.h"
#include "core/text/hex_dump.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string frameHex(std::string_view what, const std::shared_ptr<const ByteBuffer>& frame, bool isMasked) {
    if (frame == nullptr) {
        return {};
    }
    return fmt::format("# {}, {} {}{}\n{}", what, frame->size(), frame->size() == 1 ? "byte" : "bytes",
                       isMasked ? ", secrets masked" : "", hexDump(*frame));
}

std::string exchangeName(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.saslMechanism) {
        return "SASL token " + *exchange.saslMechanism;
    }
    std::string name = exchange.apiKey ? requestName(registry, *exchange.apiKey, exchange.apiVersion) : "unknown API";
    if (exchange.correlationId) {
        name += fmt::format(" correlation id {}", *exchange.correlationId);
    }
    return name;
}

}  // namespace

std::string exchangeHex(const SchemaRegistry& registry, const Exchange& exchange, const ExchangeTitle& title) {
    std::string text = fmt::format("# {}{}{} {} {}\n", title.number, title.time.empty() ? "" : " ", title.time,
                                   title.connection, exchangeName(registry, exchange));
    text += frameHex("request", exchange.request, title.isRequestMasked);
    text += frameHex("response", exchange.response, title.isResponseMasked);
    if (exchange.failure) {
        text += fmt::format("# {}\n", exchange.failure->text());
    }
    return text + '\n';
}

}  // namespace brokerscope
