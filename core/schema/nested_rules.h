#pragma once

#include "core/schema/overlay_condition.h"
#include "core/schema/version_range.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Where a selector looks for a value (schemas/README.md, "nested").
enum class FactSource : std::uint8_t {
    Message,     // the message that holds the bytes
    Request,     // the request that it answers
    Connection,  // what the connection told earlier; the path is the name of a fact
    Group        // what is known of the group; the path is the name of a fact
};

// The values at each source. A source of which nothing is known gives none.
struct FactSources {
    ReadOverlayValues message;
    ReadOverlayValues request;
    ReadOverlayValues connection;
    ReadOverlayValues group;

    const ReadOverlayValues& of(FactSource source) const;
};

// A value that may stand in several places: the first that has it, and not null, counts.
struct FactPlace {
    std::string path;
    std::vector<FactSource> sources{FactSource::Message};

    // `at` is the concrete path of the bytes, for elements that both are in. Where all places are null, or say
    // nothing, those nulls.
    std::vector<OverlayValue> read(const FactSources& facts, std::string_view at) const;
};

struct NestedCondition {
    OverlayCondition test;
    std::vector<FactSource> sources{FactSource::Message};

    bool holds(const FactSources& facts, std::string_view at) const;
};

// Where the version of a nested structure stands.
enum class NestedVersion : std::uint8_t {
    Fixed,   // nowhere: the overlay says it
    Prefix,  // an int16 before the structure
    Field,   // the structure's first field, an int32
    Size     // nowhere: the newest version whose layout takes up the bytes exactly
};

// A whole message with its header, as a connection carries it behind the size.
enum class NestedFrame : std::uint8_t {
    None,     // a structure alone
    Request,  // whose header says what it is
    Response  // to a request that lies in the request that the message answers
};

// What a structure tells to those within it.
struct ToldFact {
    std::string name;
    FactPlace place;
};

// One structure that bytes may hold.
struct NestedSelector {
    std::string definition;  // empty: a frame
    NestedFrame frame = NestedFrame::None;
    std::string answers;  // of a response: path of the bytes with its request, in the request that the message answers
    NestedVersion versionFrom = NestedVersion::Prefix;
    std::int16_t version = 0;        // of Fixed
    bool readNewerAsNewest = false;  // newer versions only append
    std::vector<NestedCondition> when;
    std::vector<ToldFact> tells;
};

// Which structure a bytes field holds: the first selector whose conditions all hold; none: nobody knows.
struct NestedRule {
    std::string message;
    std::string path;  // "protocols[].metadata"
    VersionRange versions = VersionRange::all();
    std::vector<NestedSelector> selectors;

    const NestedSelector* choose(const FactSources& facts, std::string_view at) const;
    // Why none was chosen: what the values are that the conditions ask for, such as `protocolType is "x"`.
    std::string whyNone(const FactSources& facts, std::string_view at) const;
};

// All of them. Immutable, thread safe.
class NestedRules {
public:
    void add(NestedRule rule) { m_rules[rule.message].push_back(std::move(rule)); }
    void addFact(std::string name) { m_facts.push_back(std::move(name)); }

    // Names of what groups and connections tell.
    const std::vector<std::string>& facts() const { return m_facts; }

    // Whether a message has any; a decoder that streams needs a tree only then.
    bool concern(std::string_view message) const { return m_rules.contains(message); }
    // `path` with or without indices. Null: the field holds no structure that is known of.
    const NestedRule* find(std::string_view message, std::string_view path, int version) const;
    const std::map<std::string, std::vector<NestedRule>, std::less<>>& all() const { return m_rules; }

private:
    std::vector<std::string> m_facts;
    std::map<std::string, std::vector<NestedRule>, std::less<>> m_rules;  // by message
};

// "protocols[3].metadata" -> "protocols[].metadata"
std::string pathPattern(std::string_view path);

}  // namespace brokerscope
