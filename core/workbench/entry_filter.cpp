#include "core/workbench/entry_filter.h"

#include <algorithm>

namespace brokerscope {

EntryFilter::EntryFilter(Filter filter, const TopicRowContext& context, TopicRowOptions options)
    : m_filter(std::move(filter)), m_builder(*context.registry, std::move(options)), m_fields(context) {}

void EntryFilter::open(std::int32_t partition, const BatchEntry& entry) {
    m_offsets.clear();
    if (isEmpty()) {
        return;
    }
    auto bytes = std::make_shared<const ByteBuffer>(entry.bytes.begin(), entry.bytes.end());
    m_builder.add(partition, entry, {std::move(bytes), nullptr, 0});
    const SharedTopicPiece piece = m_builder.take();
    for (const std::uint32_t row : matchingRows(m_filter, *piece, m_fields)) {
        m_offsets.push_back(piece->rows[row].offset);
    }
    m_fields.forgetPieces();
    // Those of a malformed batch may stand in any order.
    std::ranges::sort(m_offsets);
}

bool EntryFilter::matches(std::int64_t offset) const {
    return isEmpty() || std::ranges::binary_search(m_offsets, offset);
}

}  // namespace brokerscope
