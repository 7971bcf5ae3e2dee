#include "core/workbench/told_state.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

constexpr const char* kIsThere = "there";

// The parts of an array or object between its commas; `json` is valid, on one line.
std::vector<std::string> partsOf(std::string_view json) {
    std::vector<std::string> parts;
    std::size_t depth = 0;
    bool isText = false;
    std::string part;
    for (std::size_t i = 1; i + 1 < json.size(); ++i) {
        const char c = json[i];
        isText = c == '"' ? !isText : isText;
        if (isText && c == '\\') {
            part += json[i++];
        } else if (!isText) {
            depth += c == '[' || c == '{' ? 1 : 0;
            depth -= c == ']' || c == '}' ? 1 : 0;
        }
        if (c == ',' && !isText && depth == 0) {
            parts.push_back(std::exchange(part, {}));
        } else {
            part += json[i];
        }
    }
    if (!part.empty()) {
        parts.push_back(std::move(part));
    }
    return parts;
}

// The same values in another order of the elements are one, whatever is nested.
std::string sortedElements(std::string_view json) {
    const bool isArray = json.starts_with('[');
    if (!isArray && !json.starts_with('{')) {
        return std::string(json);
    }
    std::vector<std::string> parts = partsOf(json);
    for (std::string& part : parts) {
        // A member's key has no value before its colon: keys are plain names.
        const std::size_t colon = isArray ? std::string::npos : part.find(':');
        part = colon == std::string::npos ? sortedElements(part)
                                          : part.substr(0, colon + 1) + sortedElements(part.substr(colon + 1));
    }
    if (isArray) {
        std::ranges::sort(parts);
    }
    return fmt::format("{}{}{}", json.front(), fmt::join(parts, ","), json.back());
}

bool isSameValue(const std::string& logged, const std::string& told, bool isSet) {
    return isSet ? sortedElements(logged) == sortedElements(told) : logged == told;
}

std::string shownSecret(const StateFact& fact) {
    return fact.isSecret ? std::string("***") : fact.json;
}

}  // namespace

void ToldState::tellThere(const StateObjectId& object, const std::string& source) {
    m_there.emplace(object, source);
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

void ToldState::compareObject(const StateObjectId& id, const StateObject* logged, StateComparison& comparison) const {
    const auto list = m_lists.find(id.kind);
    const auto there = m_there.find(id);
    const bool isTold = there != m_there.end();
    if (list != m_lists.end() || isTold) {
        ++comparison.facts;
        if ((logged != nullptr) != isTold) {
            comparison.differences.push_back({id,
                                              {},
                                              logged != nullptr ? kIsThere : "",
                                              {},
                                              isTold ? kIsThere : "",
                                              isTold ? there->second : list->second});
            return;
        }
    }
    if (logged == nullptr) {
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
    for (const auto& [id, object] : all) {
        if (!isWanted || isWanted(id)) {
            compareObject(id, object ? &*object : nullptr, comparison);
        }
    }
    comparison.unanswered.insert(comparison.unanswered.end(), m_unanswered.begin(), m_unanswered.end());
}

}  // namespace brokerscope
