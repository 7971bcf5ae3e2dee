#pragma once

#include "core/internal_topics/topic_state.h"
#include "core/workbench/state_comparison.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// One fact as a broker's answer tells it.
struct AnsweredFact {
    std::string json;    // its value, in the form that the state's fact has (StateFact::json)
    std::string source;  // the API that told it
    // An array whose order means nothing.
    bool isSet = false;
    // The log may lack it without saying that it is not so.
    bool mayBeUnlogged = false;
};

// What brokers say of the objects of an internal topic's state, named as the state names them.
class ToldState {
public:
    void tell(const StateObjectId& object, const std::string& fact, AnsweredFact value) {
        m_facts[object].insert_or_assign(fact, std::move(value));
    }
    // A fact that is there, whose value is not told.
    void tellSecret(const StateObjectId& object, const std::string& fact) { m_secrets.emplace(object, fact); }
    // The object is there, as far as this API is concerned.
    void tellThere(const StateObjectId& object, const std::string& source);
    // The object is not there: it was asked about by name.
    void tellMissing(const StateObjectId& object, const std::string& source) { m_missing.emplace(object, source); }
    // The API lists all objects of the kind: what it did not tell is not there.
    void tellAll(StateObjectKind kind, const std::string& source) { m_lists[kind] = source; }
    // The API lists those objects of the kind that the asker may see: of what it did not tell, and nobody else did, it
    // is said that it may be hidden.
    void tellVisible(StateObjectKind kind, const std::string& source) { m_visible[kind] = source; }
    // The API tells all facts of the object whose names begin and end so: those that it did not tell are not there.
    void tellAllFacts(const StateObjectId& object, const std::string& begin, const std::string& end,
                      const std::string& source) {
        m_factLists[object].push_back({begin, end, source});
    }
    void unanswered(std::string sentence);
    const std::vector<std::string>& unanswered() const { return m_unanswered; }

    using States = std::map<std::int32_t, std::unique_ptr<TopicState>>;
    // What several answers together tell: called when they are compared, once for each name.
    using Conclude = std::function<void(const States& states, StateComparison& comparison)>;
    void conclude(const std::string& name, Conclude conclude) {
        m_conclusions.insert_or_assign(name, std::move(conclude));
    }
    // Adds what was compared, what differs and what was not answered. `isWanted` may be empty: all.
    void compare(const States& states, const std::function<bool(const StateObjectId&)>& isWanted,
                 StateComparison& comparison) const;

private:
    // Whether all that is told of the object is compared; false: it is only there, or only not there.
    bool compareThere(const StateObjectId& id, bool isLogged, StateComparison& comparison) const;
    void compareObject(const StateObjectId& id, const StateObject* logged, StateComparison& comparison) const;
    bool mayBeHidden(const StateObjectId& id) const;
    void compareFact(const StateObjectId& id, const std::string& name, const StateFact* logged,
                     const AnsweredFact& told, StateComparison& comparison) const;
    void compareLists(const StateObjectId& id, const StateObject& logged, StateComparison& comparison) const;

    std::map<StateObjectId, std::map<std::string, AnsweredFact>> m_facts;
    std::set<std::pair<StateObjectId, std::string>> m_secrets;
    std::map<StateObjectId, std::string> m_there;    // and who said so
    std::map<StateObjectId, std::string> m_missing;  // and who said so
    std::map<StateObjectKind, std::string> m_lists;
    std::map<StateObjectKind, std::string> m_visible;
    struct FactList {
        std::string begin;
        std::string end;
        std::string source;
    };
    std::map<StateObjectId, std::vector<FactList>> m_factLists;
    std::map<std::string, Conclude> m_conclusions;
    std::vector<std::string> m_unanswered;
};

}  // namespace brokerscope
