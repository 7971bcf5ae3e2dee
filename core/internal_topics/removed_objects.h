#pragma once

#include "core/internal_topics/state_object.h"

#include <cstdint>
#include <map>
#include <vector>

namespace brokerscope {

// What records took away, the latest `most` of them. Not thread safe.
class RemovedObjects {
public:
    explicit RemovedObjects(std::size_t most) : m_most(most) {}

    void add(const StateObjectId& id, const RecordPlace& from);
    // The object is there again.
    void erase(const StateObjectId& id);
    void clear();
    std::vector<RemovedObject> list() const;  // oldest first

private:
    std::size_t m_most;
    std::uint64_t m_next = 0;
    std::map<StateObjectId, std::uint64_t> m_turns;  // when each was removed
    std::map<std::uint64_t, RemovedObject> m_byTurn;
};

}  // namespace brokerscope
