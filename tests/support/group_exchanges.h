#pragma once

#include "core/base/hex.h"
#include "core/codec/encoder.h"
#include "core/exchange/exchange.h"
#include "core/schema/header_versions.h"
#include "core/value/json_reader.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

// Exchanges for tests of what is read from them: by name and JSON, or by the bytes of a real conversation.
namespace brokerscope::testing {

inline constexpr std::string_view kOrders = "6kySFknNRdG0J1E9XdO4sA";  // id of a topic

inline ValueDraft draftOf(const std::shared_ptr<const MessageLayout>& layout, std::string_view json) {
    return draftFromJson(layout->spec, json).value().draft;
}

inline std::shared_ptr<const ByteBuffer> frameOf(std::string_view name, int version, std::string_view headerName,
                                                 std::string_view headerJson, std::string_view json) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto layout = registry.layout(name, version).value();
    const bool isRequest = headerName == "RequestHeader";
    const int ofHeader =
        isRequest ? requestHeaderVersion(*layout->spec, version) : responseHeaderVersion(*layout->spec, version);
    const auto header = registry.layout(headerName, ofHeader).value();
    return encodeFrame(header, draftOf(header, headerJson), layout, draftOf(layout, json))->bytes;
}

// "Heartbeat" -> the frame of its request, of client "c".
inline std::shared_ptr<const ByteBuffer> requestFrame(const std::string& api, int version, std::string_view json) {
    const std::string header =
        fmt::format(R"({{"requestApiKey":{},"requestApiVersion":{},"correlationId":7,"clientId":"c"}})",
                    SchemaRegistry::embedded().apiByName(api)->key, version);
    return frameOf(api + "Request", version, "RequestHeader", header, json);
}
inline std::shared_ptr<const ByteBuffer> responseFrame(const std::string& api, int version, std::string_view json) {
    return frameOf(api + "Response", version, "ResponseHeader", R"({"correlationId":7})", json);
}

// Bytes without the size, which is put before them; empty: null.
inline std::shared_ptr<const ByteBuffer> sizedFrame(std::string_view hex) {
    if (hex.empty()) {
        return nullptr;
    }
    return std::make_shared<const ByteBuffer>(fromHex(fmt::format("{:08x}{}", hex.size() / 2, hex)).value());
}

// An exchange of broker 1 that was sent at `sentMs` and answered at `answeredMs` (ms since 1970, and of the steady
// clock). Ids count up with the program.
inline Exchange exchangeOf(std::shared_ptr<const ByteBuffer> request, std::shared_ptr<const ByteBuffer> response,
                           std::int64_t sentMs, std::int64_t answeredMs) {
    constexpr std::int64_t kNs = 1'000'000;
    static std::uint64_t last = 0;
    Exchange exchange;
    exchange.id = static_cast<ExchangeId>(++last);
    exchange.connection = static_cast<ConnectionId>(1);
    exchange.brokerId = 1;
    if (request != nullptr) {
        const ByteBuffer& bytes = *request;
        exchange.apiKey = static_cast<std::int16_t>(bytes[4] << 8 | bytes[5]);
        exchange.apiVersion = static_cast<std::int16_t>(bytes[6] << 8 | bytes[7]);
    }
    exchange.request = std::move(request);
    exchange.response = std::move(response);
    exchange.times.wallMs = sentMs;
    exchange.times.sentNs = sentMs * kNs;
    exchange.times.lastByteNs = exchange.response ? answeredMs * kNs : -1;
    return exchange;
}
inline Exchange exchangeOf(const std::string& api, int version, std::string_view requestJson,
                           std::string_view responseJson, std::int64_t sentMs, std::int64_t answeredMs) {
    return exchangeOf(requestFrame(api, version, requestJson),
                      responseJson.empty() ? nullptr : responseFrame(api, version, responseJson), sentMs, answeredMs);
}

}  // namespace brokerscope::testing
