#include "core/capture/ip_address.h"

#include "core/capture/endian_reader.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kGroups = 8;

struct Run {
    std::size_t begin = 0;
    std::size_t length = 0;
};

// The first of the longest runs of zero groups; a single group is not shortened.
Run longestZeroRun(const EndianReader& groups) {
    Run longest;
    Run run;
    for (std::size_t i = 0; i < kGroups; ++i) {
        run = groups.u16(2 * i) == 0 ? Run{run.length == 0 ? i : run.begin, run.length + 1} : Run{};
        longest = run.length > longest.length ? run : longest;
    }
    return longest.length > 1 ? longest : Run{};
}

}  // namespace

IpAddress IpAddress::fromBytes(ByteView source) {
    assert(source.size() == 4 || source.size() == 16);
    IpAddress address;
    address.isIpv6 = source.size() == 16;
    std::copy_n(source.begin(), std::min<std::size_t>(source.size(), 16), address.bytes.begin());
    return address;
}

std::string IpAddress::toString() const {
    if (!isIpv6) {
        return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
    }
    const EndianReader groups{ByteView(bytes)};
    const Run zeros = longestZeroRun(groups);
    std::string text;
    for (std::size_t i = 0; i < kGroups;) {
        if (zeros.length > 0 && i == zeros.begin) {
            text += "::";
            i += zeros.length;
            continue;
        }
        text += (text.empty() || text.back() == ':') ? "" : ":";
        text += fmt::format("{:x}", groups.u16(2 * i++));
    }
    return text;
}

}  // namespace brokerscope
