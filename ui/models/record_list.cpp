#include "ui/models/record_list.h"

#include "core/records/record_reader.h"

namespace brokerscope {
namespace {

RecordList::Cell cellOf(const NullableBytes& bytes) {
    const ByteView shown = bytes.bytes.first(std::min(bytes.bytes.size(), RecordList::kShownBytes));
    return {ByteBuffer(shown.begin(), shown.end()), bytes.bytes.size(), bytes.isNull};
}

}  // namespace

RecordList readRecordList(ByteView set, const MaskRecord& mask, const Limits& limits) {
    RecordList list;
    RecordReader reader(limits);
    BatchIterator iterator(set);
    std::uint32_t number = 0;
    for (BatchEntry entry; iterator.next(entry); ++number) {
        if (!reader.open(entry)) {
            continue;
        }
        for (std::uint32_t i = 0; reader.next(); ++i) {
            if (list.rows.size() == RecordList::kMost) {
                list.isCut = true;
                return list;
            }
            const RecordView& record = reader.record();
            const bool isControl = reader.header().isControl();
            const auto masked = mask && !isControl ? mask(record) : std::nullopt;
            const RecordView& shown = masked ? masked->view : record;
            list.rows.push_back({record.offset, record.timestamp, number, i, record.headersCount, record.size,
                                 isControl, cellOf(shown.key), cellOf(shown.value)});
        }
    }
    return list;
}

}  // namespace brokerscope
