#include "core/internal_topics/record_type_index.h"

#include "core/internal_topics/definition_component.h"
#include "core/schema/definition_lookup.h"
#include "core/value/overlay_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::string_view kKey = "Key";
constexpr std::string_view kValue = "Value";

std::string withoutKey(const std::string& name) {
    return name.ends_with(kKey) ? name.substr(0, name.size() - kKey.size()) : name;
}

}  // namespace

RecordTypeIndex::RecordTypeIndex(const SchemaRegistry& registry, const SchemaChoice& choice,
                                 const InternalTopicFacts& topic)
    : m_registry(registry), m_choice(choice), m_form(topic.form) {
    for (const Position position : definitionsOfComponent(registry, topic.component)) {
        if (isWithin(choice, registry.definitions()[position])) {
            add(position);
        }
    }
}

void RecordTypeIndex::add(Position position) {
    const DefinitionHead& head = m_registry.definitions()[position];
    const bool isKeyed = m_form == RecordForm::Keyed;
    if (isKeyed && head.type == MessageType::CoordinatorKey && head.apiKey) {
        Type& type = m_types[*head.apiKey];
        type.keys.emplace_back(position, head.validVersions.max);
        type.name = type.name.empty() ? withoutKey(head.name) : type.name;
    } else if (isKeyed && head.type == MessageType::CoordinatorValue && head.apiKey) {
        m_types[*head.apiKey].values.push_back(position);
    } else if (isKeyed && head.type == MessageType::Data && head.name.ends_with(kKey)) {
        addNumberedKey(position);
    } else if (!isKeyed && head.type == MessageType::Metadata && head.apiKey) {
        Type& type = m_types[*head.apiKey];
        type.values.push_back(position);
        type.name = type.name.empty() ? head.name : type.name;
    }
}

// The dialect of before Kafka 4: the versions of a key are its record types, and the value has the key's name.
void RecordTypeIndex::addNumberedKey(Position position) {
    const DefinitionHead& head = m_registry.definitions()[position];
    const std::string name = withoutKey(head.name);
    const auto& all = m_registry.definitions();
    const auto value = std::find_if(all.begin(), all.end(), [&](const DefinitionHead& other) {
        return other.release == head.release && other.type == MessageType::Data &&
               other.name == name + std::string(kValue);
    });
    for (int number = head.validVersions.min; number <= head.validVersions.max; ++number) {
        Type& type = m_types[number];
        type.keys.emplace_back(position, static_cast<std::int16_t>(number));
        type.name = type.name.empty() ? name : type.name;
        if (value != all.end()) {
            type.values.push_back(static_cast<Position>(value - all.begin()));
        }
    }
}

const RecordTypeIndex::Type* RecordTypeIndex::find(std::int32_t type) const {
    const auto found = m_types.find(type);
    return found == m_types.end() ? nullptr : &found->second;
}

std::string RecordTypeIndex::name(std::int32_t type) const {
    const Type* known = find(type);
    return known == nullptr ? std::string() : known->name;
}

std::shared_ptr<const MessageLayout> RecordTypeIndex::keyLayout(std::int32_t type) const {
    const Type* known = find(type);
    return known == nullptr || known->keys.empty() ? nullptr
                                                   : layout(known->keys.front().first, known->keys.front().second);
}

std::shared_ptr<const MessageLayout> RecordTypeIndex::valueLayout(std::int32_t type, std::int32_t version) const {
    const Type* known = find(type);
    if (known == nullptr) {
        return nullptr;
    }
    const auto listed = std::find_if(known->values.begin(), known->values.end(), [&](Position position) {
        return m_registry.definitions()[position].validVersions.contains(version);
    });
    return listed == known->values.end() ? nullptr : layout(*listed, version);
}

VersionRange RecordTypeIndex::valueVersions(std::int32_t type) const {
    VersionRange range;
    if (const Type* known = find(type)) {
        for (const Position position : known->values) {
            range = range.hull(m_registry.definitions()[position].validVersions);
        }
    }
    return range;
}

bool RecordTypeIndex::mayHoldSecrets(std::int32_t type) const {
    const Type* known = find(type);
    return known != nullptr && std::any_of(known->values.begin(), known->values.end(), [this](Position position) {
               const auto spec = m_registry.definition(position);
               return spec && brokerscope::mayHoldSecrets(**spec);
           });
}

std::shared_ptr<const MessageLayout> RecordTypeIndex::layout(Position position, int version) const {
    const std::lock_guard lock(m_mutex);
    auto& made = m_layouts[{position, version}];
    if (made == nullptr) {
        if (auto spec = m_registry.definition(position)) {
            made = MessageLayout::make(std::move(*spec), static_cast<std::int16_t>(version));
        }
    }
    return made;
}

}  // namespace brokerscope
