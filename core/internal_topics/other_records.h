#pragma once

#include "core/internal_topics/record_place.h"
#include "core/records/record_view.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace brokerscope {

// The records of one type that state is not made of: nobody knows the type, it is retired, its value cannot be
// understood, or it says nothing (NoOpRecord).
struct OtherRecordType {
    std::string name;  // empty: nobody knows the type
    std::uint64_t count = 0;
    RecordPlace last;
    // Of the last one, its first bytes.
    ByteBuffer key;
    ByteBuffer value;
};

// Counts such records by type and keeps the last of each raw. Not thread safe.
class OtherRecords {
public:
    static constexpr std::size_t kBytesKept = 4096;  // of a key, and of a value
    static constexpr std::size_t kTypesKept = 256;   // foreign bytes may name any number; what is beyond is counted
    static constexpr std::int32_t kNoType = -1;      // the record does not say its type

    void add(std::int32_t type, const std::string& name, const RecordPlace& place, const RecordView& view);
    void clear() { *this = {}; }

    const std::map<std::int32_t, OtherRecordType>& byType() const { return m_types; }
    std::uint64_t uncounted() const { return m_beyond; }  // of types beyond kTypesKept

private:
    std::map<std::int32_t, OtherRecordType> m_types;
    std::uint64_t m_beyond = 0;
};

}  // namespace brokerscope
