#pragma once

#include "core/base/hex.h"
#include "core/exchange/connection_decoder.h"
#include "core/exchange/exchange_store.h"
#include "core/exchange/recording_reader.h"
#include "core/exchange/recording_writer.h"
#include "tests/support/exchange_text.h"

#include <memory>
#include <string_view>
#include <vector>

namespace brokerscope::testing {

// Exchanges of one connection as a live one makes them, kept in a store.
class RecordedRun {
public:
    void request(std::string_view hex, bool isInternal = false) {
        m_clock += 1'000'000;
        m_decoder.requestFrame(std::make_shared<const ByteBuffer>(*fromHex(hex)),
                               {++m_token, isInternal, m_clock - 500, 0, false}, now());
        m_decoder.requestWritten(m_token, now());
        store();
    }
    void response(std::string_view hex) {
        m_clock += 1'000'000;
        m_decoder.responseBytes(*fromHex(hex), now());
        store();
    }
    void giveUp() {
        m_decoder.giveUp(m_token, {{MessageId::TimedOut, {"Metadata", "10"}, std::nullopt, {}}, std::nullopt});
        store();
    }
    void close() {
        m_decoder.end({{MessageId::ConnectionClosed, {}, std::nullopt, {}}, std::nullopt}, nullptr);
        store();
    }
    // A whole request and its answer, from their headers and bodies without sizes.
    void message(std::string_view requestHeader, std::string_view request, std::string_view responseHeader,
                 std::string_view response) {
        this->request(framed(requestHeader, request));
        this->response(framed(responseHeader, response));
    }
    // ApiVersions v0 with an empty list, or with error 35 to a version that is not known.
    void apiVersions(std::uint8_t id, bool isRefused = false) {
        const std::string correlationId = "000000" + toHex(ByteBuffer{id});
        request("0000000b0012" + std::string(isRefused ? "0063" : "0000") + correlationId + "000174", true);
        response("0000000a" + correlationId + (isRefused ? "0023" : "0000") + "00000000");
    }
    // SaslAuthenticate v0 with the token "secret", or with a version that has no definition.
    void authenticate(bool isKnown) {
        request(std::string("000000150024") + (isKnown ? "0000" : "0063") + "0000007700017400000006736563726574");
        response("0000000c000000770000ffff00000000");
    }

    ExchangeStore exchanges;

private:
    static std::string framed(std::string_view header, std::string_view body) {
        const std::string message = toHex(*fromHex(std::string(header) + std::string(body)));
        return fmt::format("{:08x}{}", message.size() / 2, message);
    }
    StreamTime now() const { return {m_clock, 1'700'000'000'000 + m_clock / 1'000'000}; }
    void store() {
        for (Exchange& exchange : m_decoder.take()) {
            exchanges.append(std::move(exchange));
        }
    }

    std::int64_t m_clock = 5'000'000'000;
    std::uint64_t m_token = 0;
    ConnectionDecoder m_decoder{SchemaRegistry::embedded(), {ConnectionId{3}, {"broker-1", 9092}, -1, {}, {}, nullptr}};
};

inline std::vector<std::string> textsOf(const ExchangeStore& store) {
    std::vector<std::string> texts;
    for (const auto& exchange : store.since({})) {
        texts.push_back(exchangeText(*exchange));
    }
    return texts;
}

// What a reader gives, and what it had to tell.
struct ReadRecording {
    std::vector<RecordedExchange> exchanges;
    std::vector<std::string> texts;
    std::vector<RecordingRun> runs;
    std::vector<std::string> remarks;
    RecordingStatistics statistics;
};

inline ReadRecording readRecording(ByteBuffer bytes, const RecordingOptions& options = {}) {
    auto reader = RecordingReader::open(SchemaRegistry::embedded(),
                                        std::make_shared<MemoryByteSource>(std::move(bytes)), options);
    ReadRecording read;
    if (!reader) {
        read.remarks.push_back(reader.error().text());
        return read;
    }
    while (auto recorded = reader->next()) {
        read.texts.push_back(exchangeText(recorded->exchange));
        read.exchanges.push_back(std::move(*recorded));
    }
    reader->finish();
    read.runs = reader->runs();
    for (const Diagnostic& remark : reader->takeDiagnostics()) {
        read.remarks.push_back(remark.text());
    }
    read.statistics = reader->statistics();
    return read;
}

}  // namespace brokerscope::testing
