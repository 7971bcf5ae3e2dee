#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/group_fact.h"
#include "core/internal_topics/topic_record_reader.h"

#include <memory>

namespace brokerscope {

// Opens the values of the records that are no offset commits, by the loaded definitions, without building trees:
// a table from field paths to members for each record type. Borrows the reader. Not thread safe: one a thread.
class GroupFactReader {
public:
    explicit GroupFactReader(const TopicRecordReader& reader, const Limits& limits = {});
    ~GroupFactReader();

    // Monostate: a tombstone, an offset commit, or a type that state is not made of. `isDoubtful` is set where the
    // value did not fit its definition; the fact then has what came before the fault. Of a GroupMetadata, members that
    // are as in `before` are shared with it (null: nothing to share).
    GroupFact read(const GroupRecord& record, const ClassicGroupFact* before, bool& isDoubtful);

private:
    struct Tables;
    std::unique_ptr<Tables> m_tables;
};

}  // namespace brokerscope
