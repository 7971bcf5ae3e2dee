#pragma once

#include "core/workbench/topic_row_builder.h"
#include "core/workbench/topic_row_fields.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// Asks a filter over the rows of a topic (topicRowVocabulary) of the records of one entry after another, as they come
// from a broker or a file. Not thread safe.
class EntryFilter {
public:
    // The registry of the context outlives it.
    EntryFilter(Filter filter, const TopicRowContext& context, TopicRowOptions options);

    bool isEmpty() const { return m_filter.isEmpty(); }
    // The entry that matches() is asked of next; those of a partition in their order.
    void open(std::int32_t partition, const BatchEntry& entry);
    // Whether the record at an offset of the entry passes; of records that share an offset whether one of them does.
    bool matches(std::int64_t offset) const;

private:
    Filter m_filter;
    TopicRowBuilder m_builder;
    TopicRowFields m_fields;
    std::vector<std::int64_t> m_offsets;  // of the records that pass, sorted
};

}  // namespace brokerscope
