#pragma once

#include "core/capture/exchange_source.h"
#include "core/exchange/recording_reader.h"

#include <cstdint>
#include <map>
#include <vector>

namespace brokerscope {

// Where an exchange stands in its recording, and what the recording alone knows of it.
struct RecordedPlace {
    RecordingEntry entry;
    std::uint64_t number = 0;  // as CapturedExchange::packet()
    ConnectionId connection = ConnectionId::None;
    bool isRequestMasked = false;
    bool isResponseMasked = false;
};

// A recorded exchange as captures have them: its times are ns since 1970, its client "connection:3", its packet
// `number`.
CapturedExchange capturedExchange(RecordedExchange recorded, ConnectionId connection, std::uint64_t number);

// A recording as captures are read, so that whatever lists, filters and shows exchanges of a capture does the same with
// it. The packet that an exchange is called by is its number in the file, from 1 on. A recording does not know the
// client's address: "connection:3" stands for the third connection; those of later runs are counted on. Times are ns
// since 1970, made from the wall clock of the request.
class RecordedExchanges : public ExchangeSource {
public:
    // Connections whose counts are kept; exchanges of further ones are given all the same.
    static constexpr std::size_t kMostConnections = 10'000;

    // `registry` must outlive it. Of the options, `port` is that of the broker. Errors: as RecordingReader::open.
    static Result<RecordedExchanges> open(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> file,
                                          const CaptureOptions& options);

    bool readMore() override;
    void finish() override;
    CaptureOutput take() override;
    std::optional<Error> error() const override { return std::nullopt; }
    CaptureStatistics statistics() const override;

    // Of the exchanges that take() gave last, in their order.
    const std::vector<RecordedPlace>& places() const { return m_taken; }
    // One of them again, at any time: concluded from its own bytes alone (RecordingReader::at). Errors: FileUnreadable,
    // RecordingDamaged.
    Result<CapturedExchange> at(const RecordedPlace& place) const;
    // Runs of the file that began so far.
    const std::vector<RecordingRun>& runs() const { return m_reader.runs(); }

private:
    RecordedExchanges(RecordingReader reader, std::optional<std::uint16_t> port)
        : m_reader(std::move(reader)), m_port(port) {}

    ConnectionId numbered(ConnectionId recorded);
    void count(const CapturedExchange& captured);

    RecordingReader m_reader;
    std::optional<std::uint16_t> m_port;
    CaptureOutput m_output;
    std::vector<RecordedPlace> m_places;  // of m_output
    std::vector<RecordedPlace> m_taken;
    std::map<ConnectionId, ConnectionSummary> m_connections;
    PacketStamp m_first;
    PacketStamp m_last;
    std::uint64_t m_number = 0;   // of the exchange read last
    std::uint32_t m_run = 0;      // that it is from
    std::uint32_t m_earlier = 0;  // added to the connections of the run
    std::uint32_t m_highest = 0;  // connection so far
    std::uint64_t m_connectionCount = 0;
};

}  // namespace brokerscope
