#pragma once

#include "core/exchange/exchange.h"
#include "core/groups/exchange_clock.h"
#include "core/groups/group_event.h"
#include "core/schema/schema_registry.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// The settings of a group that say how long its members may be silent. Where the group has none of its own, an answer
// has what the broker's group.consumer.session.timeout.ms and so on come to.
inline constexpr std::array<std::string_view, 6> kSessionSettings{
    "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms", "share.session.timeout.ms",
    "share.heartbeat.interval.ms", "streams.session.timeout.ms",     "streams.heartbeat.interval.ms"};

// Turns answers to DescribeConfigs into GroupSessions of the groups that they tell of, whoever asked. It says what
// differs from the answer before; an answer that has none of the settings, because others were asked for, a broker
// knows none or refuses, says nothing. They are read by the definitions of `choice` and within `limits`. Borrows the
// registry. Not thread safe.
class GroupConfigEvents {
public:
    // More groups than this are not kept: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 100'000;

    GroupConfigEvents(const SchemaRegistry& registry, SchemaChoice choice, const Limits& limits, std::uint32_t feed = 0)
        : m_registry(registry), m_choice(std::move(choice)), m_limits(limits), m_feed(feed) {}

    // False: an exchange of another API.
    bool take(const Exchange& exchange, std::vector<GroupEvent>& events);

private:
    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    Limits m_limits;
    std::uint32_t m_feed;
    ExchangeClock m_clock;
    std::map<std::string, GroupSessions, std::less<>> m_told;
};

}  // namespace brokerscope
