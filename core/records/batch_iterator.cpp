#include "core/records/batch_iterator.h"

#include "core/records/batch_header.h"
#include "core/records/message_header.h"
#include "core/value/value_tree.h"

namespace brokerscope {
namespace {

// Fewest bytes after the length field, by magic.
std::int64_t leastLength(int magic) {
    if (magic == 2) {
        return static_cast<std::int64_t>(BatchHeader::kSize - BatchHeader::kLengthEnd);
    }
    const bool isMessage = magic == 0 || magic == 1;
    return static_cast<std::int64_t>((isMessage ? leastMessageSize(magic) : BatchHeader::kCrcAt) -
                                     BatchHeader::kLengthEnd);
}

EntryKind kindOf(int magic) {
    if (magic == 2) {
        return EntryKind::Batch;
    }
    return magic == 0 || magic == 1 ? EntryKind::Message : EntryKind::UnknownMagic;
}

}  // namespace

bool BatchIterator::next(BatchEntry& entry) {
    if (m_at >= m_set.size()) {
        return false;
    }
    entry = BatchEntry();
    entry.position = m_at;
    entry.bytes = m_set.subspan(m_at);
    m_at = m_set.size();
    const std::size_t left = entry.bytes.size();
    if (left < BatchHeader::kLengthEnd) {
        entry.kind = EntryKind::Partial;
        return true;
    }
    entry.offset = readInteger(FieldType::Int64, entry.bytes.data());
    entry.length = readInteger(FieldType::Int32, entry.bytes.data() + 8);
    if (left > BatchHeader::kMagicAt) {
        entry.magic = static_cast<std::int8_t>(entry.bytes[BatchHeader::kMagicAt]);
    }
    const bool isMagicThere = left > BatchHeader::kMagicAt;
    if (entry.length < (isMagicThere ? leastLength(entry.magic) : leastLength(-1))) {
        return true;
    }
    entry.wholeSize = static_cast<std::uint64_t>(entry.length) + BatchHeader::kLengthEnd;
    if (entry.wholeSize > left) {
        entry.kind = EntryKind::Partial;
        return true;
    }
    entry.kind = kindOf(entry.magic);
    entry.bytes = entry.bytes.first(static_cast<std::size_t>(entry.wholeSize));
    m_at = entry.position + entry.wholeSize;
    return true;
}

}  // namespace brokerscope
