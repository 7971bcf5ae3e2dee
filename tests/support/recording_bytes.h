#pragma once

#include "core/base/hex.h"
#include "core/exchange/recording_format.h"
#include "core/exchange/recording_payload.h"

#include <memory>
#include <string_view>
#include <vector>

namespace brokerscope::testing {

// An exchange that a test makes up; null frames where a text is empty. Times are ns from the run's beginning.
struct MadeExchange {
    std::uint32_t connection = 1;
    Endpoint broker{"127.0.0.1", 9092};
    std::string_view request = {};
    std::string_view response = {};
    std::int64_t sentNs = 0;
    std::int64_t firstNs = -1;
    std::int64_t lastNs = -1;

    Exchange exchange() const {
        constexpr std::int64_t kWallMs = 1'700'000'000'000;
        Exchange made;
        made.connection = ConnectionId{connection};
        made.broker = broker;
        const auto frame = [](std::string_view hex) {
            return hex.empty() ? nullptr : std::make_shared<const ByteBuffer>(fromHex(hex).value());
        };
        made.request = frame(request);
        made.response = frame(response);
        if (made.request != nullptr && made.request->size() >= 12) {
            const auto number = [&made](std::size_t at, int size) {
                std::uint32_t value = 0;
                for (int i = 0; i < size; ++i) {
                    value = value << 8 | (*made.request)[at + static_cast<std::size_t>(i)];
                }
                return value;
            };
            made.apiKey = static_cast<std::int16_t>(number(4, 2));
            made.apiVersion = static_cast<std::int16_t>(number(6, 2));
            made.correlationId = static_cast<std::int32_t>(number(8, 4));
        }
        made.times.sentNs = sentNs;
        made.times.firstByteNs = firstNs;
        made.times.lastByteNs = lastNs < 0 ? firstNs : lastNs;
        made.times.wallMs = kWallMs + sentNs / 1'000'000;
        return made;
    }
};

// A recording of one run.
inline ByteBuffer recordingOf(const std::vector<Exchange>& exchanges, const RecordingRun& run = {}) {
    constexpr RecordingMarker kMarker{'t', 'e', 's', 't', 'm', 'a', 'r', 'k'};
    ByteBuffer file = makeRecordingHead(kMarker);
    const auto add = [&](RecordingKind kind, ByteView payload) {
        const ByteBuffer block = makeBlock(kMarker, kind, kPayloadVersion, payload);
        file.insert(file.end(), block.begin(), block.end());
    };
    add(RecordingKind::RunHead, runHeadPayload(run));
    for (const Exchange& exchange : exchanges) {
        add(RecordingKind::Exchange, exchangePayload({exchange, false, false}));
    }
    return file;
}

}  // namespace brokerscope::testing
