#include "core/capture/tcp_connections.h"

#include <algorithm>
#include <vector>

namespace brokerscope {
namespace {

constexpr std::size_t kEvictedShare = 10;

}  // namespace

TcpConnections::Entry TcpConnections::begin(const SocketAddress& from, const SocketAddress& to) {
    Entry entry;
    entry.id = ++m_count;
    entry.first = from;
    entry.connection = std::make_unique<CapturedConnection>(static_cast<ConnectionId>(m_count),
                                                            std::array<SocketAddress, 2>{from, to}, m_context);
    return entry;
}

void TcpConnections::end(Entry& entry, ConnectionEnd reason) {
    if (!std::exchange(entry.isFinished, true)) {
        entry.connection->finish(reason);
    }
}

void TcpConnections::segment(const IpAddress& source, const IpAddress& destination, const TcpSegment& segment,
                             PacketStamp stamp) {
    const SocketAddress from{source, segment.sourcePort};
    const SocketAddress to{destination, segment.destinationPort};
    const auto& port = m_context.options.port;
    if (port && from.port != *port && to.port != *port) {
        return;
    }
    const Key key = from < to ? Key(from, to) : Key(to, from);
    auto found = m_entries.find(key);
    if (found == m_entries.end()) {
        // What carries nothing tells nothing.
        if (!segment.isSyn && segment.size() == 0) {
            return;
        }
        if (m_entries.size() >= m_context.options.limits.connections) {
            evict();
        }
        found = m_entries.emplace(key, begin(from, to)).first;
    }
    Entry* entry = &found->second;
    std::size_t side = entry->first == from ? 0 : 1;
    if (entry->connection->isReplacedBy(side, segment)) {
        end(*entry, ConnectionEnd::Replaced);
        *entry = begin(from, to);
        side = 0;
    }
    if (entry->isFinished) {
        return;
    }
    entry->connection->packet(side, segment, stamp);
    if (entry->connection->isOver()) {
        end(*entry, ConnectionEnd::Closed);
    }
}

void TcpConnections::evict() {
    std::vector<std::map<Key, Entry>::iterator> all;
    for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
        all.push_back(entry);
    }
    const std::size_t count = std::min(all.size(), all.size() / kEvictedShare + 1);
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(all.begin(), middle, all.end(), [](const auto& a, const auto& b) {
        return a->second.connection->last().number < b->second.connection->last().number;
    });
    std::for_each(all.begin(), middle, [this](const auto& entry) {
        end(entry->second, ConnectionEnd::Evicted);
        m_entries.erase(entry);
    });
}

void TcpConnections::finish() {
    std::vector<Entry*> all;
    all.reserve(m_entries.size());
    for (auto& [key, entry] : m_entries) {
        all.push_back(&entry);
    }
    std::ranges::sort(all, {}, &Entry::id);
    for (Entry* entry : all) {
        end(*entry, ConnectionEnd::Open);
    }
    m_entries.clear();
}

}  // namespace brokerscope
