#include "core/internal_topics/removed_objects.h"

namespace brokerscope {

void RemovedObjects::add(const StateObjectId& id, const RecordPlace& from) {
    erase(id);
    m_turns.emplace(id, m_next);
    m_byTurn.emplace(m_next, RemovedObject{id, from});
    ++m_next;
    if (m_byTurn.size() > m_most) {
        m_turns.erase(m_byTurn.begin()->second.id);
        m_byTurn.erase(m_byTurn.begin());
    }
}

void RemovedObjects::erase(const StateObjectId& id) {
    const auto found = m_turns.find(id);
    if (found != m_turns.end()) {
        m_byTurn.erase(found->second);
        m_turns.erase(found);
    }
}

void RemovedObjects::clear() {
    m_turns.clear();
    m_byTurn.clear();
}

std::vector<RemovedObject> RemovedObjects::list() const {
    std::vector<RemovedObject> all;
    all.reserve(m_byTurn.size());
    for (const auto& [turn, object] : m_byTurn) {
        all.push_back(object);
    }
    return all;
}

}  // namespace brokerscope
