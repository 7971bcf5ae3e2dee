#include "core/internal_topics/other_records.h"

#include <algorithm>

namespace brokerscope {
namespace {

ByteBuffer firstBytes(const NullableBytes& bytes) {
    const ByteView kept = bytes.bytes.first(std::min(bytes.bytes.size(), OtherRecords::kBytesKept));
    return {kept.begin(), kept.end()};
}

}  // namespace

void OtherRecords::add(std::int32_t type, const std::string& name, const RecordPlace& place, const RecordView& view) {
    if (m_types.size() >= kTypesKept && m_types.count(type) == 0) {
        ++m_beyond;
        return;
    }
    OtherRecordType& known = m_types[type];
    known.name = name;
    ++known.count;
    known.last = place;
    known.key = firstBytes(view.key);
    known.value = firstBytes(view.value);
}

}  // namespace brokerscope
