#include "core/internal_topics/key_table.h"

namespace brokerscope {

KeyTable::Found KeyTable::add(ByteView key) {
    const auto known = m_byKey.find(asText(key));
    if (known != m_byKey.end()) {
        return {known->second, false};
    }
    const auto number = static_cast<KeyNumber>(m_keys.size());
    m_byKey.emplace(m_keys.emplace_back(asText(key)), number);
    m_objectOfKey.emplace_back();
    m_keyBytes += key.size();
    return {number, true};
}

void KeyTable::setObject(KeyNumber key, const StateObjectId& object) {
    const auto [found, isNew] = m_numbers.try_emplace(object, static_cast<ObjectNumber>(m_objects.size()));
    if (isNew) {
        m_objects.push_back({&found->first, {}});
    }
    m_objectOfKey[static_cast<std::size_t>(key)] = found->second;
    m_objects[static_cast<std::size_t>(found->second)].keys.push_back(key);
}

const StateObjectId& KeyTable::objectOf(KeyNumber key) const {
    return *m_objects[static_cast<std::size_t>(m_objectOfKey[static_cast<std::size_t>(key)])].id;
}

const std::vector<KeyNumber>& KeyTable::keysOf(const StateObjectId& object) const {
    static const std::vector<KeyNumber> kNone;
    const auto found = m_numbers.find(object);
    return found == m_numbers.end() ? kNone : m_objects[static_cast<std::size_t>(found->second)].keys;
}

std::vector<StateObjectId> KeyTable::objects() const {
    std::vector<StateObjectId> all;
    all.reserve(m_numbers.size());
    for (const auto& [id, number] : m_numbers) {
        all.push_back(id);
    }
    return all;
}

std::uint64_t KeyTable::bytes() const {
    // Of a key: its text, a node of the hash map with its place in the table, and two numbers.
    constexpr std::uint64_t kKey = sizeof(std::string) + sizeof(std::string_view) + 4 * sizeof(void*) + 12;
    constexpr std::uint64_t kObject = sizeof(StateObjectId) + sizeof(Object) + 5 * sizeof(void*);
    return m_keyBytes + m_keys.size() * kKey + m_objects.size() * kObject;
}

}  // namespace brokerscope
