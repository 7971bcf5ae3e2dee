#include "core/cluster/fetch_partition.h"

#include "core/base/saturated.h"
#include "core/records/batch_header.h"
#include "core/records/record_reader.h"

#include <algorithm>

namespace brokerscope {

std::int64_t offsetAfter(ByteView records, std::int64_t position, std::optional<Error>& fault) {
    BatchIterator entries(records);
    for (BatchEntry entry; entries.next(entry);) {
        switch (entry.kind) {
            case EntryKind::Batch:
                position = std::max(position, BatchHeader::read(entry.bytes).nextOffset());
                break;
            case EntryKind::Message:
                position = std::max(position, saturatedSum(entry.offset, 1));
                break;
            case EntryKind::UnknownMagic:
            case EntryKind::Invalid: {
                const Diagnostic remark = entryRemarks(entry).front();
                fault = Error{remark.id, remark.arguments, remark.span, remark.path};
                return position;
            }
            case EntryKind::Partial:
                return position;
        }
    }
    return position;
}

}  // namespace brokerscope
