#pragma once

#include "core/internal_topics/record_place.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What the state of an internal topic is made of.
enum class StateObjectKind : std::uint8_t {
    Group,            // group id
    TransactionalId,  // transactional id
    SharePartition,   // "group:topicId:partition", as share coordinators name it
    Topic,            // name; of a topic whose name is not known its id
    Broker,           // id
    Controller,       // id
    ConfigResource,   // "TOPIC orders", "BROKER " for the default of all brokers
    ScramUser,        // name
    ClientQuota,      // "user=alice, client-id=<default>"
    Acl,              // its id
    DelegationToken,  // token id
    Cluster,          // "": what there is one of: features, voters, producer ids
    Producer          // its id; in no state: of transactions that no coordinator knows
};
std::string_view objectKindName(StateObjectKind kind);  // "group", "transactionalId", "sharePartition" …
std::optional<StateObjectKind> objectKindByName(std::string_view name);

struct StateObjectId {
    StateObjectKind kind = StateObjectKind::Group;
    std::string id;

    auto operator<=>(const StateObjectId&) const = default;
};

// Where in its object a fact stands: names of the record definitions, and after each name that there may be several of,
// a key: {"members", "c-1", "target"}, {"offsets", "orders-0"}, {"partitions", "0", "leader"}, {"epoch"}.
using FactPath = std::vector<std::string>;
std::string factName(const FactPath& path);  // "members[c-1].target", "offsets[orders-0]", "epoch"

// One fact, its value as JSON text on one line. `from` is the record that set it; an offset of -1: concluded, such as
// the state's word.
struct StateFact {
    FactPath path;
    std::string json;
    RecordPlace from;
    bool isSecret = false;  // `json` is what it says: whoever shows it masks it

    bool operator==(const StateFact&) const = default;
};

// One object with everything that is known of it. Facts of the same path's beginning stand together, and no path is the
// beginning of another.
struct StateObject {
    StateObjectId id;
    std::vector<StateFact> facts;
    std::uint64_t doubtfulFacts = 0;  // records of it that could not be read to their end
};

// Appends the object on one line:
//
//   {"group":"g","type":"consumer","epoch":5,"members":{"c-1":{"target":{…}}},"offsets":{"orders-0":{…}},
//    "from":{"epoch":"18:41","offsets[orders-0]":"18:57"},"doubtful":0}
//
//   the first key  is objectKindName() with the id; secrets are "***" unless shown
//   from           placeText() by factName(), of those facts that a record set
void appendObjectJson(std::string& out, const StateObject& object, bool showsSecrets = false);

// An object that a record took away, and which record did.
struct RemovedObject {
    StateObjectId id;
    RecordPlace from;
};

}  // namespace brokerscope
