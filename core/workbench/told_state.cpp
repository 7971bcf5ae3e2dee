#include "core/workbench/told_state.h"

#include "core/value/json_order.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kIsThere = "there";

bool isSameValue(const std::string& logged, const std::string& told, bool isSet) {
    return isSet ? jsonWithoutOrder(logged) == jsonWithoutOrder(told) : logged == told;
}

std::string shownSecret(const StateFact& fact) {
    return fact.isSecret ? std::string("***") : fact.json;
}

}  // namespace

void ToldState::tellThere(const StateObjectId& object, const std::string& source) {
    m_there.emplace(object, source);
}

// Who is asked twice refuses twice.
void ToldState::unanswered(std::string sentence) {
    if (std::ranges::find(m_unanswered, sentence) == m_unanswered.end()) {
        m_unanswered.push_back(std::move(sentence));
    }
}

void ToldState::compareFact(const StateObjectId& id, const std::string& name, const StateFact* logged,
                            const AnsweredFact& told, StateComparison& comparison) const {
    if (logged == nullptr && told.mayBeUnlogged) {
        return;
    }
    ++comparison.facts;
    const bool isSame = logged != nullptr && isSameValue(logged->json, told.json, told.isSet);
    if (!isSame) {
        const bool isSecret = logged != nullptr && logged->isSecret;
        comparison.differences.push_back({id, name, logged == nullptr ? std::string() : shownSecret(*logged),
                                          logged == nullptr ? RecordPlace() : logged->from,
                                          isSecret ? std::string("***") : told.json, told.source});
    }
}

void ToldState::compareLists(const StateObjectId& id, const StateObject& logged, StateComparison& comparison) const {
    const auto told = m_facts.find(id);
    const auto lists = m_factLists.find(id);
    if (lists == m_factLists.end()) {
        return;
    }
    for (const StateFact& fact : logged.facts) {
        const std::string name = factName(fact.path);
        const bool isTold = m_secrets.contains({id, name}) || (told != m_facts.end() && told->second.contains(name));
        const auto list = std::ranges::find_if(lists->second, [&name](const FactList& one) {
            return name.starts_with(one.begin) && name.ends_with(one.end);
        });
        if (!isTold && list != lists->second.end()) {
            ++comparison.facts;
            comparison.differences.push_back({id, name, shownSecret(fact), fact.from, {}, list->source});
        }
    }
}

bool ToldState::compareThere(const StateObjectId& id, bool isLogged, StateComparison& comparison) const {
    const auto there = m_there.find(id);
    const auto missing = m_missing.find(id);
    const auto list = m_lists.find(id.kind);
    const bool isThere = there != m_there.end();
    const bool isMissing = !isThere && (missing != m_missing.end() || list != m_lists.end());
    if (!isThere && !isMissing) {
        return isLogged;
    }
    ++comparison.facts;
    if (isLogged != isThere) {
        const std::string& source = isThere                      ? there->second
                                    : missing != m_missing.end() ? missing->second
                                                                 : list->second;
        comparison.differences.push_back({id, {}, isLogged ? kIsThere : "", {}, isThere ? kIsThere : "", source});
    }
    return isLogged && isThere;
}

bool ToldState::mayBeHidden(const StateObjectId& id) const {
    return m_visible.contains(id.kind) && !m_there.contains(id) && !m_missing.contains(id);
}

void ToldState::compareObject(const StateObjectId& id, const StateObject* logged, StateComparison& comparison) const {
    if (!compareThere(id, logged != nullptr, comparison)) {
        return;
    }
    std::map<std::string, const StateFact*> known;
    for (const StateFact& fact : logged->facts) {
        known.emplace(factName(fact.path), &fact);
    }
    if (const auto told = m_facts.find(id); told != m_facts.end()) {
        for (const auto& [name, value] : told->second) {
            const auto found = known.find(name);
            compareFact(id, name, found == known.end() ? nullptr : found->second, value, comparison);
        }
    }
    compareLists(id, *logged, comparison);
}

void ToldState::compare(const States& states, const std::function<bool(const StateObjectId&)>& isWanted,
                        StateComparison& comparison) const {
    std::map<StateObjectId, std::optional<StateObject>> all;
    for (const auto& [partition, state] : states) {
        for (const StateObjectId& id : state->objects()) {
            all[id] = state->object(id);
        }
    }
    for (const auto& [id, source] : m_there) {
        all.try_emplace(id);
    }
    std::map<StateObjectKind, std::size_t> hidden;
    for (const auto& [id, object] : all) {
        if (!isWanted || isWanted(id)) {
            compareObject(id, object ? &*object : nullptr, comparison);
            hidden[id.kind] += mayBeHidden(id) ? 1 : 0;
        }
    }
    for (const auto& [kind, count] : hidden) {
        if (count > 0) {
            comparison.unanswered.push_back(fmt::format("{}: the list lacks {} of the log ({}), which may be hidden "
                                                        "from who asks",
                                                        m_visible.at(kind), count, objectKindName(kind)));
        }
    }
    for (const auto& [name, conclude] : m_conclusions) {
        conclude(states, comparison);
    }
    comparison.unanswered.insert(comparison.unanswered.end(), m_unanswered.begin(), m_unanswered.end());
}

}  // namespace brokerscope
