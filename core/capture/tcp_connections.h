#pragma once

#include "core/capture/captured_connection.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace brokerscope {

// The TCP connections of a capture by their two ends. A connection that is over stays known, so that what is sent again
// of it begins no new one; a SYN between the same ends begins the next. At most CaptureLimits::connections are kept:
// the longest idle tenth is ended when there are more. Not thread safe.
class TcpConnections {
public:
    explicit TcpConnections(CaptureContext context) : m_context(std::move(context)) {}

    void segment(const IpAddress& source, const IpAddress& destination, const TcpSegment& segment, PacketStamp stamp);
    // The capture is over: every connection is ended, the oldest first.
    void finish();

    std::uint64_t count() const { return m_count; }  // begun so far
    const std::shared_ptr<TopicNames>& topicNames() const { return m_context.topicNames; }

private:
    using Key = std::pair<SocketAddress, SocketAddress>;  // the lower one first
    struct Entry {
        std::unique_ptr<CapturedConnection> connection;
        SocketAddress first;  // side 0
        std::uint64_t id = 0;
        bool isFinished = false;
    };

    Entry begin(const SocketAddress& from, const SocketAddress& to);
    void end(Entry& entry, ConnectionEnd end);
    void evict();

    const CaptureContext m_context;
    std::map<Key, Entry> m_entries;
    std::uint64_t m_count = 0;
};

}  // namespace brokerscope
