#pragma once

#include "core/base/uuid.h"
#include "core/exchange/topic_names.h"
#include "core/internal_topics/group_assignment.h"

#include <memory>

namespace brokerscope {

// Puts the names of topic ids into assignments. Ids without a name stay, and are shown as ids: the topic was deleted,
// or nobody told. Shared names may learn more while this is used. Thread safe.
class GroupTopicNames {
public:
    explicit GroupTopicNames(std::shared_ptr<const TopicNames> names) : m_names(std::move(names)) {}

    // Normalized. The same object where nothing had to be put in.
    SharedAssignment named(const SharedAssignment& assignment) const;

private:
    std::shared_ptr<const TopicNames> m_names;  // null: no names
};

}  // namespace brokerscope
