#pragma once

#include "core/base/diagnostic.h"
#include "core/records/batch_header.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// Offsets of a batch that no record has: compaction takes records away and leaves offsets and the batch's range as they
// were. A reader goes on behind the batch's last offset, not behind its last record. Not thread safe; one a batch.
class OffsetGaps {
public:
    // As many ranges are named.
    static constexpr std::size_t kMost = 10;

    explicit OffsetGaps(const BatchHeader& header) : m_header(header), m_next(header.baseOffset) {}

    // The next record, in the batch's order.
    void add(std::int64_t offset);
    // After the last one: a note, "gap 300-302, 304-306: compacted away; continue at 308"; nothing where no offset is
    // missing, or where fewer records were read than the header says.
    std::optional<Diagnostic> finish();

private:
    void addRange(std::int64_t first, std::int64_t last);

    BatchHeader m_header;
    std::int64_t m_next;
    std::int64_t m_read = 0;
    std::size_t m_ranges = 0;
    bool m_isAscending = true;
    std::string m_text;
};

}  // namespace brokerscope
