#include "core/groups/group_listings.h"

namespace brokerscope {

GroupListings::Broker GroupListings::brokerOf(const Exchange& exchange) {
    return exchange.brokerId >= 0 ? Broker(exchange.brokerId, {}) : Broker(-1, exchange.broker);
}

void GroupListings::name(const Exchange& exchange, std::string_view group, GroupType type) {
    Listing& listing = m_groups[std::string(group)];
    listing.broker = brokerOf(exchange);
    listing.list = m_lists[listing.broker];
    // Lists before version 5 have no types; what a newer one said stays.
    listing.type = type == GroupType::Unknown ? listing.type : type;
}

GroupListings::Said GroupListings::saidOf(const Exchange& exchange, std::string_view group) const {
    const Broker broker = brokerOf(exchange);
    const auto lists = m_lists.find(broker);
    if (lists == m_lists.end()) {
        return Said::NotListed;
    }
    const auto listing = m_groups.find(group);
    const bool isNamed =
        listing != m_groups.end() && listing->second.broker == broker && listing->second.list == lists->second;
    return isNamed ? Said::Named : Said::Missing;
}

GroupType GroupListings::typeOf(std::string_view group) const {
    const auto listing = m_groups.find(group);
    return listing == m_groups.end() ? GroupType::Unknown : listing->second.type;
}

}  // namespace brokerscope
