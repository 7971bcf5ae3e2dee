#include "core/groups/group_topic_names.h"

namespace brokerscope {

SharedAssignment GroupTopicNames::named(const SharedAssignment& assignment) const {
    if (assignment == nullptr || m_names == nullptr) {
        return assignment;
    }
    Assignment named;
    for (std::size_t i = 0; i < assignment->size(); ++i) {
        const AssignedTopic& topic = (*assignment)[i];
        if (!topic.name.empty() || topic.id.isZero()) {
            continue;
        }
        if (auto name = m_names->name(topic.id)) {
            if (named.empty()) {
                named = *assignment;
            }
            named[i].name = std::move(*name);
        }
    }
    return named.empty() ? assignment : std::make_shared<const Assignment>(normalized(std::move(named)));
}

}  // namespace brokerscope
