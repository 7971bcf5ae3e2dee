#pragma once

#include "core/value/node_ref.h"
#include "core/value/value_draft.h"
#include "core/workbench/replay_facts.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace brokerscope {

// A value that a replay put in the place of a recorded one, or had nothing to put there.
struct ReplacedValue {
    std::string path;  // in the request's body
    std::string entity;
    std::string from;
    std::string to;  // empty: nothing is known; the recorded value stays
};

// What the cluster of a replay calls the things that the recorded cluster had made up: topic ids, producer ids, members
// and their epochs (ReplayFacts). Learnt from pairs of answers to the same request, by what overlays say that their
// fields name. Not thread safe.
class ReplayIdentities {
public:
    // The id that a topic has now, by its recorded one; nothing: not known. Asked for ids that no answer told.
    using FindTopic = std::function<std::optional<Uuid>(const Uuid& recorded)>;

    // `facts` must outlive it.
    explicit ReplayIdentities(const ReplayFacts& facts = ReplayFacts::embedded(), FindTopic findTopic = {})
        : m_facts(facts), m_findTopic(std::move(findTopic)) {}

    // Bodies of the recorded answer and the new one, and of the recorded request. Invalid ones say nothing.
    void learn(const NodeRef& recorded, const NodeRef& request, const NodeRef& now);
    // Puts the new values into a recorded request, also into the batches of its records, whose checksums are made anew.
    std::vector<ReplacedValue> apply(ValueDraft& body);
    // Whether `now` is what `recorded` is called here. Of `request` as in learn().
    bool isCounterpart(const NodeRef& recorded, const NodeRef& request, const NodeRef& now) const;
    // The text of a recorded value as it would be now; of others their own text.
    std::string nowText(const NodeRef& recorded, const NodeRef& request) const;

private:
    using Value = std::variant<std::int64_t, std::string, Uuid>;
    using Key = std::tuple<const AssignedEntity*, std::string, std::string>;  // within, value
    // Structures around a value of a draft, the outermost first.
    using Around = std::vector<const DraftStruct*>;

    std::optional<Value> find(const Key& key);
    std::optional<Key> keyOf(const NodeRef& leaf, const NodeRef& request) const;
    void applyTo(DraftStruct& structure, Around& around, const std::string& path, std::vector<ReplacedValue>& replaced);
    void applyTo(DraftValue& value, const FieldSpec& field, Around& around, const std::string& path,
                 std::vector<ReplacedValue>& replaced);
    void applyToRecords(ByteBuffer& records, const std::string& path, std::vector<ReplacedValue>& replaced);
    // Puts the new value in place; false: there was none, or nothing had to be.
    bool replace(DraftValue& value, const Key& key, std::string_view entity, const std::string& path,
                 std::vector<ReplacedValue>& replaced);

    const ReplayFacts& m_facts;
    FindTopic m_findTopic;
    std::map<Key, Value> m_values;
};

}  // namespace brokerscope
