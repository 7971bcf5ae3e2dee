#pragma once

#include "core/base/cancel_token.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/query/field_source.h"
#include "core/query/filter.h"
#include "core/workbench/topic_record_cursor.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Whose rows a filter is asked of.
struct TopicRowContext {
    const SchemaRegistry* registry = nullptr;  // outlives whatever uses it
    std::string topic;
    std::string decodedAs;  // the internal topic whose definitions fit; empty: an ordinary topic
    Limits limits = {};
    ZoneOffset zone = {};  // that filters are written in; empty: UTC
};

// The columns of a record, as filters call them: partition, offset, time, type, group, member, about, says, tombstone,
// control, transactional, producer, faulty, size, key, value, header, text. Of records of internal topics also the
// fields of key and value by their paths: key.topic:orders, value.members[].clientId~app.
FilterVocabulary topicRowVocabulary(const ZoneOffset& zone = {});

// A filter over such columns. Errors: as Filter::parse, and UnknownField for a path that begins with neither key nor
// value, or within an ordinary topic.
Result<Filter> parseRowFilter(std::string_view text, const TopicRowContext& context);

// A row as a filter asks it. Columns come from the row but for key, value and text, which open its batch; paths decode
// the record. Rows are best asked in their order. Not thread safe.
class TopicRowFields : public FieldSource {
public:
    explicit TopicRowFields(TopicRowContext context);

    // Pieces outlive what is asked about them, or until forgetPieces().
    void setRow(const TopicPiece& piece, const TopicRow& row);
    void forgetPieces() { m_cursor.forget(); }
    void visitColumn(std::size_t column, const FieldVisitor& visit) const override;
    void visitPath(const FilterPath& path, const FieldVisitor& visit) const override;

    const TopicRowContext& context() const { return m_context; }
    const TopicPiece& piece() const { return *m_piece; }
    const TopicRow& row() const { return *m_row; }
    const RecordView* record() const { return m_cursor.record(*m_piece, *m_row); }  // null: not there any more

private:
    TopicRowContext m_context;
    TopicRecordReader m_reader;
    const InternalTopicFacts* m_topic;
    const TopicPiece* m_piece = nullptr;
    const TopicRow* m_row = nullptr;
    mutable TopicRecordCursor m_cursor;
};

// The rows of a piece that the filter lets through, by their numbers; where it is cancelled those found so far.
std::vector<std::uint32_t> matchingRows(const Filter& filter, const TopicPiece& piece, TopicRowFields& fields,
                                        const CancelToken& cancel = {});

}  // namespace brokerscope
