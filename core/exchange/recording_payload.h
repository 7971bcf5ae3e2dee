#pragma once

#include "core/exchange/recording_format.h"

namespace brokerscope {

// Payloads of blocks in their present versions, as recording_format.h lays them out. Readers take nothing for granted
// and give nothing where the fields do not fit the payload.

// The version of a kind that is written.
inline constexpr std::uint16_t kPayloadVersion = 1;

ByteBuffer runHeadPayload(const RecordingRun& run);
std::optional<RecordingRun> readRunHead(ByteView payload);

ByteBuffer exchangePayload(const RecordedExchange& recorded);
std::optional<RecordedExchange> readExchange(ByteView payload);

ByteBuffer lossPayload(const RecordingLoss& loss);
std::optional<RecordingLoss> readLoss(ByteView payload);

ByteBuffer runEndPayload(const RecordingEnd& end);
std::optional<RecordingEnd> readRunEnd(ByteView payload);

// The beginning of an exchange, enough for a list.
struct RecordedFacts {
    std::int64_t wallMs = 0;
    ConnectionId connection = ConnectionId::None;
    std::optional<std::int16_t> apiKey;
    std::optional<std::int16_t> apiVersion;

    bool operator==(const RecordedFacts&) const = default;
};
inline constexpr std::size_t kRecordedFactsBytes = 18;
// Of the first kRecordedFactsBytes or more of an exchange.
std::optional<RecordedFacts> readFacts(ByteView payload);

// Whether ExchangeSummarizer makes the columns of the exchange again: those of a whole answer to a known request.
bool isSummarized(const Exchange& exchange);

}  // namespace brokerscope
