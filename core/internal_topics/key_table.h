#pragma once

#include "core/base/bytes.h"
#include "core/internal_topics/state_object.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// A subject's key, and the object that it belongs to, by numbers in the order of appearance. Keys are kept once. Not
// thread safe.
enum class KeyNumber : std::uint32_t {};
enum class ObjectNumber : std::uint32_t {};

class KeyTable {
public:
    KeyTable() = default;
    KeyTable(const KeyTable&) = delete;
    KeyTable& operator=(const KeyTable&) = delete;

    struct Found {
        KeyNumber number{};
        bool isNew = false;  // then its object is to be set
    };
    Found add(ByteView key);
    void setObject(KeyNumber key, const StateObjectId& object);

    std::size_t size() const { return m_keys.size(); }
    ByteView key(KeyNumber number) const { return asBytes(m_keys[static_cast<std::size_t>(number)]); }
    const StateObjectId& objectOf(KeyNumber key) const;
    // In the order of appearance; none: no such object.
    const std::vector<KeyNumber>& keysOf(const StateObjectId& object) const;
    // By kind and id.
    std::vector<StateObjectId> objects() const;
    std::uint64_t bytes() const;

private:
    struct Object {
        const StateObjectId* id = nullptr;  // in m_numbers
        std::vector<KeyNumber> keys;
    };

    std::deque<std::string> m_keys;
    std::unordered_map<std::string_view, KeyNumber> m_byKey;  // views lie in m_keys
    std::vector<ObjectNumber> m_objectOfKey;
    std::map<StateObjectId, ObjectNumber> m_numbers;
    std::vector<Object> m_objects;
    std::uint64_t m_keyBytes = 0;
};

}  // namespace brokerscope
