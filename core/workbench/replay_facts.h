#pragma once

#include "core/schema/message_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Values that a cluster makes up, so that a recorded one means nothing to another cluster; by what overlays say that a
// field names (FieldMeaning::entity).
struct AssignedEntity {
    std::vector<std::string> entities;  // "topicId"; several that share their values
    std::string within;                 // the entity whose value it counts for, such as producerId; empty: everywhere
    std::vector<std::string> none;      // values that are none, as text: "-1"
    std::string why;

    bool isNone(std::string_view value) const;
};

// What of messages differs between two runs of the same requests though nothing is wrong: the table
// resources/replay.json. Immutable, thread safe.
class ReplayFacts {
public:
    static const ReplayFacts& embedded();
    // Of a table that cannot be read nothing.
    static ReplayFacts parse(std::string_view json);

    const std::vector<AssignedEntity>& assigned() const { return m_assigned; }
    // Null: the field's values are no such ones.
    const AssignedEntity* assigned(const FieldSpec& field) const;
    // Why a field's values differ each time: "depends on quotas at that moment"; empty: they do not.
    std::string_view volatileReason(const FieldSpec& field) const;

private:
    struct VolatileField {
        std::string field;   // JSON name; empty: any
        std::string entity;  // empty: any
        bool isTime = false;
        std::string why;
    };

    std::vector<AssignedEntity> m_assigned;
    std::vector<VolatileField> m_volatile;
};

}  // namespace brokerscope
