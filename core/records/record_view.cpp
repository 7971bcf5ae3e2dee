#include "core/records/record_view.h"

#include "core/codec/byte_reader.h"
#include "core/records/large_record.h"

namespace brokerscope {

bool RecordHeaders::readBytes(NullableBytes& bytes) {
    const SignedVarint length = readVarint(m_rest);
    if (length.size == 0 || length.value < -1 ||
        length.value > static_cast<std::int64_t>(m_rest.size()) - length.size) {
        return false;
    }
    m_rest = m_rest.subspan(length.size);
    bytes.isNull = length.value < 0;
    bytes.bytes = m_rest.first(bytes.isNull ? 0 : static_cast<std::size_t>(length.value));
    m_rest = m_rest.subspan(bytes.bytes.size());
    return true;
}

bool RecordHeaders::next(RecordHeaderView& header) {
    if (m_large != nullptr) {
        return m_large->nextHeader(header);
    }
    NullableBytes key;
    if (m_left <= 0 || !readBytes(key) || !readBytes(header.value)) {
        return false;
    }
    header.key = asText(key.bytes);
    --m_left;
    return true;
}

}  // namespace brokerscope
