#include "core/capture/pcapng_export.h"

#include "core/capture/pcapng_blocks.h"
#include "core/capture/tcp_packets.h"
#include "core/codec/frame_size.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace brokerscope {
namespace {

constexpr std::uint32_t kPortsOfAddress = 16'384;
constexpr std::uint16_t kFirstClientPort = 49'152;  // dynamic ports (RFC 6335)
constexpr std::uint16_t kUnknownPort = 9092;

// A message on the wire.
struct FrameEvent {
    std::int64_t timeNs = 0;
    std::size_t exchange = 0;  // in the selection
    bool isResponse = false;
    bool isLastOfConnection = false;
};

using ConnectionKey = std::pair<ConnectionId, Endpoint>;

ConnectionKey keyOf(const SelectedExchange& selected) {
    return {selected.place.connection, selected.broker};
}

IpAddress numberedAddress(std::uint8_t second, std::uint32_t number) {
    IpAddress address;
    address.bytes = {198, second, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
    return address;
}

// Addresses of brokers and clients, by the order in which they come.
class PacketAddresses {
public:
    SocketAddress broker(const Endpoint& broker) {
        const std::uint16_t port = broker.port == 0 ? kUnknownPort : broker.port;
        if (const auto address = IpAddress::parse(broker.host)) {
            return {*address, port};
        }
        const auto [known, isNew] = m_hosts.try_emplace(broker.host);
        if (isNew) {
            known->second = numberedAddress(18, static_cast<std::uint32_t>(m_hosts.size() % 0x10000));
            m_names.emplace(known->second, broker.host);
        }
        return {known->second, port};
    }
    SocketAddress client(bool isIpv6) {
        const std::uint32_t number = m_clients++;
        const auto port = static_cast<std::uint16_t>(kFirstClientPort + number % kPortsOfAddress);
        const std::uint32_t host = 1 + number / kPortsOfAddress % 0xffff;
        if (!isIpv6) {
            return {numberedAddress(19, host), port};
        }
        IpAddress address;
        address.isIpv6 = true;
        address.bytes = {0xfd};
        address.bytes[14] = static_cast<std::uint8_t>(host >> 8);
        address.bytes[15] = static_cast<std::uint8_t>(host);
        return {address, port};
    }
    const std::map<IpAddress, std::string>& names() const { return m_names; }

private:
    std::map<std::string, IpAddress> m_hosts;
    std::map<IpAddress, std::string> m_names;
    std::uint32_t m_clients = 0;
};

// What is written when: every message once, by time, those of one moment in the order of the recording.
std::vector<FrameEvent> eventsOf(const std::vector<SelectedExchange>& exchanges) {
    std::vector<FrameEvent> events;
    events.reserve(2 * exchanges.size());
    std::int64_t known = 0;
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const SelectedExchange& selected = exchanges[i];
        // What has no time came with its neighbours.
        known = selected.requestNs >= 0 ? selected.requestNs : known;
        events.push_back({known, i, false});
        known = std::max(known, selected.responseNs >= 0 ? selected.responseNs : known);
        events.push_back({known, i, true});
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const FrameEvent& a, const FrameEvent& b) { return a.timeNs < b.timeNs; });
    std::set<ConnectionKey> later;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        event->isLastOfConnection = later.insert(keyOf(exchanges[event->exchange])).second;
    }
    return events;
}

bool isWholeFrame(ByteView frame) {
    return frame.size() >= kFrameSizeBytes &&
           static_cast<std::int64_t>(frame.size() - kFrameSizeBytes) == readInteger(FieldType::Int32, frame.data());
}

class PacketExport {
public:
    PacketExport(const RecordingSelection& selection, const std::function<Result<void>(ByteView)>& write)
        : m_selection(selection), m_write(write) {}

    Result<PcapngExport> run(const CancelToken& cancel) {
        const std::vector<FrameEvent> events = eventsOf(m_selection.exchanges());
        for (const SelectedExchange& selected : m_selection.exchanges()) {
            m_addresses.broker(selected.broker);
        }
        put(pcapngHead());
        if (!m_addresses.names().empty()) {
            put(pcapngNames(m_addresses.names()));
        }
        for (const FrameEvent& event : events) {
            if (m_error || cancel.isCancelled()) {
                break;
            }
            write(event);
        }
        return m_error ? Result<PcapngExport>(tl::unexpected<Error>(*m_error)) : m_outcome;
    }

private:
    void put(ByteView bytes) {
        if (m_error) {
            return;
        }
        if (const auto written = m_write(bytes); !written) {
            m_error = written.error();
        }
    }

    // The exchange of the event; the last one read is kept, since an answer mostly follows its request.
    const Exchange* exchangeOf(const FrameEvent& event) {
        if (m_read && m_readIndex == event.exchange) {
            return &m_read->exchange;
        }
        auto read = m_selection.at(m_selection.exchanges()[event.exchange]);
        if (!read) {
            m_outcome.unreadable += event.isResponse ? 0 : 1;
            return nullptr;
        }
        m_read = std::move(*read);
        m_readIndex = event.exchange;
        return &m_read->exchange;
    }

    TcpPackets& connectionOf(const SelectedExchange& selected, std::int64_t timeNs, const TcpPackets::Take& take) {
        const auto known = m_connections.find(keyOf(selected));
        if (known != m_connections.end()) {
            return known->second;
        }
        const SocketAddress server = m_addresses.broker(selected.broker);
        TcpPackets packets(m_addresses.client(server.address.isIpv6), server);
        packets.open(timeNs, take);
        return m_connections.emplace(keyOf(selected), packets).first->second;
    }

    void write(const FrameEvent& event) {
        const SelectedExchange& selected = m_selection.exchanges()[event.exchange];
        const Exchange* exchange = exchangeOf(event);
        const auto frame = exchange == nullptr ? nullptr : event.isResponse ? exchange->response : exchange->request;
        const auto take = [this](std::int64_t timeNs, ByteView packet) {
            ++m_outcome.packets;
            put(pcapngPacket(timeNs, packet));
        };
        if (frame != nullptr && !frame->empty()) {
            // A stream that goes on after the beginning of an answer has the whole of it.
            if (event.isResponse && !event.isLastOfConnection && !isWholeFrame(*frame)) {
                ++m_outcome.leftOutAnswers;
            } else {
                const std::int64_t last = event.isResponse ? std::max(event.timeNs, selected.lastNs) : event.timeNs;
                m_outcome.exchanges += !event.isResponse || exchange->request == nullptr ? 1 : 0;
                connectionOf(selected, event.timeNs, take).send(event.isResponse, *frame, event.timeNs, last, take);
            }
        }
        const auto open = m_connections.find(keyOf(selected));
        if (event.isLastOfConnection && open != m_connections.end()) {
            open->second.close(std::max(event.timeNs, event.isResponse ? selected.lastNs : event.timeNs), take);
            m_connections.erase(open);
        }
    }

    const RecordingSelection& m_selection;
    const std::function<Result<void>(ByteView)>& m_write;
    PacketAddresses m_addresses;
    std::map<ConnectionKey, TcpPackets> m_connections;
    std::optional<CapturedExchange> m_read;
    std::size_t m_readIndex = 0;
    PcapngExport m_outcome;
    std::optional<Error> m_error;
};

}  // namespace

Result<PcapngExport> exportPcapng(const RecordingSelection& selection,
                                  const std::function<Result<void>(ByteView)>& write, const CancelToken& cancel) {
    return PacketExport(selection, write).run(cancel);
}

}  // namespace brokerscope
