#pragma once

#include "core/schema/record_types.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// The definitions of keys and values of one internal topic by record type, over all loaded releases and the three
// dialects that they have for records (schemas/README.md, "Definitions"). The same name may mean different types in two
// releases, so nothing is looked up by name. Borrows registry and facts. Thread safe; layouts are made once.
class RecordTypeIndex {
public:
    RecordTypeIndex(const SchemaRegistry& registry, const SchemaChoice& choice, const InternalTopicFacts& topic);

    // Without Key at its end: "OffsetCommit"; of framed topics the definition's own: "FeatureLevelRecord". Empty: no
    // definition has the type.
    std::string name(std::int32_t type) const;
    // Null: none has it.
    std::shared_ptr<const MessageLayout> keyLayout(std::int32_t type) const;
    // Of the first definition, in order of precedence, that lists the version; null: none does.
    std::shared_ptr<const MessageLayout> valueLayout(std::int32_t type, std::int32_t version) const;
    VersionRange valueVersions(std::int32_t type) const;  // empty: none
    // Whether a value of any version may.
    bool mayHoldSecrets(std::int32_t type) const;

private:
    using Position = std::size_t;  // in SchemaRegistry::definitions()
    struct Type {
        std::string name;
        std::vector<std::pair<Position, std::int16_t>> keys;  // with the version of the key's layout
        std::vector<Position> values;
    };

    void add(Position position);
    void addNumberedKey(Position position);
    std::shared_ptr<const MessageLayout> layout(Position position, int version) const;
    const Type* find(std::int32_t type) const;

    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    RecordForm m_form;
    std::map<std::int32_t, Type> m_types;
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<Position, int>, std::shared_ptr<const MessageLayout>> m_layouts;
};

}  // namespace brokerscope
