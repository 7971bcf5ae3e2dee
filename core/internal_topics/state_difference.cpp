#include "core/internal_topics/state_difference.h"

#include "core/base/utf8.h"
#include "core/value/json_builder.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace brokerscope {
namespace {

using FactsByPath = std::map<FactPath, const StateFact*>;

FactsByPath factsByPath(const std::optional<StateObject>& object) {
    FactsByPath facts;
    if (object) {
        for (const StateFact& fact : object->facts) {
            facts.emplace(fact.path, &fact);
        }
    }
    return facts;
}

const std::vector<StateFact>& factsOf(const std::optional<StateObject>& object) {
    static const std::vector<StateFact> kNone;
    return object ? object->facts : kNone;
}

std::vector<StateObjectId> objectsOfBoth(const TopicState& before, const TopicState& after) {
    const std::vector<StateObjectId> left = before.objects();
    const std::vector<StateObjectId> right = after.objects();
    std::vector<StateObjectId> both;
    std::ranges::set_union(left, right, std::back_inserter(both));
    return both;
}

constexpr std::array<std::string_view, 3> kChangeNames{"added", "removed", "changed"};

void writeSide(JsonBuilder& json, std::string_view key, const std::optional<StateFact>& fact, bool showsSecrets) {
    json.key(key);
    if (!fact) {
        json.null();
    } else if (fact->isSecret && !showsSecrets) {
        json.masked();
    } else {
        json.json(fact->json);
    }
}

void writeOrigin(JsonBuilder& json, std::string_view key, const std::optional<StateFact>& fact) {
    json.key(key);
    fact && fact->from.offset >= 0 ? json.text(placeText(fact->from)) : json.null();
}

}  // namespace

std::vector<FactDifference> factDifferences(const std::optional<StateObject>& before,
                                            const std::optional<StateObject>& after) {
    const FactsByPath known = factsByPath(before);
    const FactsByPath now = factsByPath(after);
    std::vector<FactDifference> all;
    for (const StateFact& fact : factsOf(before)) {
        const auto found = now.find(fact.path);
        if (found == now.end()) {
            all.push_back({fact, std::nullopt});
        } else if (found->second->json != fact.json) {
            all.push_back({fact, *found->second});
        }
    }
    for (const StateFact& fact : factsOf(after)) {
        if (known.count(fact.path) == 0) {
            all.push_back({std::nullopt, fact});
        }
    }
    return all;
}

std::vector<ObjectDifference> stateDifference(const TopicState& before, const TopicState& after,
                                              std::span<const StateObjectId> among) {
    const std::vector<StateObjectId> all =
        among.empty() ? objectsOfBoth(before, after) : std::vector(among.begin(), among.end());
    std::vector<ObjectDifference> differences;
    for (const StateObjectId& id : all) {
        const std::optional<StateObject> left = before.object(id);
        const std::optional<StateObject> right = after.object(id);
        std::vector<FactDifference> facts = factDifferences(left, right);
        if (left.has_value() == right.has_value() && facts.empty()) {
            continue;
        }
        using enum ObjectDifference::Change;
        differences.push_back({id, !left ? Added : !right ? Removed : Changed, std::move(facts)});
    }
    return differences;
}

void appendDifferenceJson(std::string& out, const ObjectDifference& difference, bool showsSecrets) {
    JsonBuilder json(-1);
    json.begin('{');
    json.key(objectKindName(difference.id.kind));
    json.text(displayUtf8(asBytes(difference.id.id)));
    json.key("change");
    json.text(kChangeNames[static_cast<std::size_t>(difference.change)]);
    json.key("facts");
    json.begin('[');
    for (const FactDifference& fact : difference.facts) {
        json.separate();
        json.begin('{');
        json.key("fact");
        json.text(displayUtf8(asBytes(factName(fact.path()))));
        writeSide(json, "before", fact.before, showsSecrets);
        writeSide(json, "after", fact.after, showsSecrets);
        writeOrigin(json, "from", fact.before);
        writeOrigin(json, "to", fact.after);
        json.end('}');
    }
    json.end(']');
    json.end('}');
    out += json.take();
}

}  // namespace brokerscope
