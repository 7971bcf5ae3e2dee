#include "core/capture/ip_fragments.h"

#include <algorithm>

namespace brokerscope {
namespace {

// No datagram is larger.
constexpr std::size_t kLargest = 65535;

}  // namespace

// Only what no earlier part covers is kept.
void IpFragments::addPart(Datagram& datagram, std::uint32_t offset, ByteView bytes) {
    while (!bytes.empty()) {
        auto after = datagram.parts.upper_bound(offset);
        if (after != datagram.parts.begin()) {
            const auto& [begin, part] = *std::prev(after);
            const std::uint64_t end = begin + part.size();
            if (end > offset) {
                const auto covered = static_cast<std::size_t>(std::min<std::uint64_t>(end - offset, bytes.size()));
                bytes = bytes.subspan(covered);
                offset += static_cast<std::uint32_t>(covered);
                continue;
            }
        }
        const std::size_t free =
            after == datagram.parts.end() ? bytes.size() : std::min<std::size_t>(bytes.size(), after->first - offset);
        const ByteView part = bytes.first(free);
        datagram.parts.emplace(offset, ByteBuffer(part.begin(), part.end()));
        datagram.bytes += static_cast<std::uint32_t>(free);
        bytes = bytes.subspan(free);
        offset += static_cast<std::uint32_t>(free);
    }
}

void IpFragments::dropOldest() {
    const auto oldest =
        std::ranges::min_element(m_datagrams, [](const auto& a, const auto& b) { return a.second.age < b.second.age; });
    m_datagrams.erase(oldest);
    ++m_dropped;
}

std::optional<IpPacket> IpFragments::add(const IpPacket& fragment) {
    const IpFragment& place = *fragment.fragment;
    // A part that was cut can never be whole.
    if (place.offset + fragment.payload.size() > kLargest || fragment.missing > 0 || m_most == 0) {
        ++m_dropped;
        return std::nullopt;
    }
    const Key key{fragment.source, fragment.destination, place.id, fragment.source.isIpv6 ? 0 : fragment.protocol};
    if (!m_datagrams.contains(key) && m_datagrams.size() >= m_most) {
        dropOldest();
    }
    Datagram& datagram = m_datagrams[key];
    datagram.age = ++m_age;
    addPart(datagram, place.offset, fragment.payload);
    if (!place.moreFollow) {
        datagram.size = place.offset + static_cast<std::uint32_t>(fragment.payload.size());
    }
    if (place.offset == 0) {
        datagram.protocol = fragment.protocol;
    }
    if (!datagram.size || datagram.bytes < *datagram.size) {
        return std::nullopt;
    }
    m_whole.clear();
    for (const auto& [offset, part] : datagram.parts) {
        m_whole.insert(m_whole.end(), part.begin(), part.end());
    }
    IpPacket whole = fragment;
    whole.protocol = datagram.protocol;
    whole.payload = ByteView(m_whole).first(std::min<std::size_t>(m_whole.size(), *datagram.size));
    whole.fragment.reset();
    m_datagrams.erase(key);
    return whole;
}

}  // namespace brokerscope
