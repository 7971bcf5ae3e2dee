#include "core/internal_topics/state_object.h"

#include "core/base/bytes.h"
#include "core/base/utf8.h"
#include "core/value/json_builder.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 13> kObjectKinds{
    "group",           "transactionalId", "sharePartition", "topic",       "broker",
    "controller",      "configResource",  "scramUser",      "clientQuota", "acl",
    "delegationToken", "cluster",         "producer"};

std::string shownText(std::string_view text) {
    return displayUtf8(asBytes(text));
}

// Opens and closes the objects that lie between the path of one fact and that of the next.
class NestedFacts {
public:
    explicit NestedFacts(JsonBuilder& json) : m_json(json) {}

    void add(const StateFact& fact, bool showsSecrets) {
        const auto both = std::ranges::mismatch(m_open, fact.path);
        auto shared = static_cast<std::size_t>(both.in1 - m_open.begin());
        shared = std::min(shared, fact.path.size() - 1);
        closeTo(shared);
        for (std::size_t level = shared; level + 1 < fact.path.size(); ++level) {
            m_json.key(shownText(fact.path[level]));
            m_json.begin('{');
            m_open.push_back(fact.path[level]);
        }
        m_json.key(shownText(fact.path.back()));
        fact.isSecret && !showsSecrets ? m_json.masked() : m_json.json(fact.json);
    }
    void closeTo(std::size_t levels) {
        for (; m_open.size() > levels; m_open.pop_back()) {
            m_json.end('}');
        }
    }

private:
    JsonBuilder& m_json;
    FactPath m_open;
};

void writeOrigins(JsonBuilder& json, const StateObject& object) {
    json.key("from");
    json.begin('{');
    for (const StateFact& fact : object.facts) {
        if (fact.from.offset >= 0) {
            json.key(shownText(factName(fact.path)));
            json.text(placeText(fact.from));
        }
    }
    json.end('}');
}

}  // namespace

std::string_view objectKindName(StateObjectKind kind) {
    return kObjectKinds[static_cast<std::size_t>(kind)];
}

std::optional<StateObjectKind> objectKindByName(std::string_view name) {
    const auto found = std::ranges::find(kObjectKinds, name);
    return found == kObjectKinds.end() ? std::nullopt
                                       : std::optional(static_cast<StateObjectKind>(found - kObjectKinds.begin()));
}

std::string factName(const FactPath& path) {
    std::string name;
    bool isKey = false;
    for (const std::string& step : path) {
        if (isKey) {
            name += '[';
            name += step;
            name += ']';
        } else {
            name += name.empty() ? "" : ".";
            name += step;
        }
        isKey = !isKey;
    }
    return name;
}

void appendObjectJson(std::string& out, const StateObject& object, bool showsSecrets) {
    JsonBuilder json(-1);
    json.begin('{');
    json.key(objectKindName(object.id.kind));
    json.text(shownText(object.id.id));
    NestedFacts nested(json);
    for (const StateFact& fact : object.facts) {
        nested.add(fact, showsSecrets);
    }
    nested.closeTo(0);
    writeOrigins(json, object);
    json.key("doubtful");
    json.integer(FieldType::Int64, static_cast<std::int64_t>(object.doubtfulFacts));
    json.end('}');
    out += json.take();
}

}  // namespace brokerscope
