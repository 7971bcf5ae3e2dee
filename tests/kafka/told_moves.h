#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope::testing {

// Who owns what, and what moved: as a broker's descriptions have it (tests/kafka/members/README.md), and as the JSON
// lines of `groups watch` tell it.

using Owners = std::map<std::string, std::string>;  // "topic-2": member id, by topic or subtopology
using Moves = std::map<std::string, std::pair<std::string, std::string>>;  // from and to; "": nobody

Owners ownersOf(const nlohmann::json& description);
Moves movesBetween(const Owners& before, const Owners& after);

// The events of that name from a place on.
std::vector<nlohmann::json> namedFrom(const std::vector<nlohmann::json>& events, std::size_t from,
                                      const std::string& name);
// ms since 1970 of an event's time, such as 2026-11-30T10:41:07.204Z.
std::int64_t timeOf(const nlohmann::json& event);
// What moved in all rebalances that ended from a place on, put together.
Moves movesTold(const std::vector<nlohmann::json>& events, std::size_t from);
// The last owners in a report of `groups watch --report`.
Owners ownersReported(const nlohmann::json& report);
// The client's member id, in a description; empty: it has none.
std::string memberOf(const nlohmann::json& description, const std::string& client);

}  // namespace brokerscope::testing
