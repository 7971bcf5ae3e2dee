#pragma once

#include "core/exchange/exchange.h"
#include "core/internal_topics/group_type.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace brokerscope {

// Which broker listed which group, with which type. A broker lists the groups that it coordinates, so that a group
// which is missing from a list is missing there alone. Not thread safe.
class GroupListings {
public:
    using Broker = std::pair<std::int32_t, Endpoint>;  // by its id; without one by its address
    static Broker brokerOf(const Exchange& exchange);

    // What a broker's last complete list said of a group.
    enum class Said : std::uint8_t { NotListed, Named, Missing };  // NotListed: that broker gave no complete list yet

    // A list without filters begins: groups that are not named in it are missing from it.
    void beginList(const Exchange& exchange) { ++m_lists[brokerOf(exchange)]; }
    void name(const Exchange& exchange, std::string_view group, GroupType type);

    Said saidOf(const Exchange& exchange, std::string_view group) const;
    // Unknown: no list told it.
    GroupType typeOf(std::string_view group) const;
    std::size_t size() const { return m_groups.size(); }

private:
    struct Listing {
        Broker broker;
        std::uint64_t list = 0;
        GroupType type = GroupType::Unknown;
    };

    std::map<Broker, std::uint64_t> m_lists;  // how many each gave
    std::map<std::string, Listing, std::less<>> m_groups;
};

}  // namespace brokerscope
