#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/group_record.h"
#include "core/internal_topics/record_outcome.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/records/record_view.h"

#include <memory>

namespace brokerscope {

// Reads records of __consumer_offsets for replay, by (record type, version) and the loaded definitions of both
// releases: the walk over the layout with a sink that keeps the fields it has members for. No tree is built; layouts
// are looked up once for each type and version. Control records are no records of the
// topic. Borrows the reader. Not thread safe: one for each thread.
class GroupRecordReader {
public:
    // `reader` knows the topic; its copies of other names (MirrorMaker) have the same form.
    explicit GroupRecordReader(const TopicRecordReader& reader, const Limits& limits = {});
    ~GroupRecordReader();

    // `record` means something after Read and Doubtful; after UnknownValue all but the value does, else place and size.
    // What the batch says (producer, transaction) is the caller's to fill in.
    RecordOutcome read(const RecordView& view, std::int32_t partition, GroupRecord& record);

    // As the definitions or the overlays name the type: "OffsetCommit". Empty: nobody knows it.
    std::string typeName(std::int32_t type) const;

private:
    struct Layouts;

    RecordOutcome readValue(const NullableBytes& value, GroupRecord& record);

    std::unique_ptr<Layouts> m_layouts;
};

}  // namespace brokerscope
