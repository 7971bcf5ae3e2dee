#include "core/workbench/topic_row_fields.h"

#include "core/base/nearest_name.h"
#include "core/base/utf8.h"
#include "core/query/path_values.h"
#include "core/records/record_trees.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

using Fields = const TopicRowFields&;
using Visitor = const FieldVisitor&;

struct RowColumn {
    const char* name;
    FilterKind kind;
    const char* about;
    void (*visit)(Fields, Visitor);
};

bool visitBytes(const NullableBytes& content, Visitor visit) {
    return content.isNull ? visit({nullptr, {}}) : visit({asText(content.bytes), {}});
}

void visitPieceText(Fields fields, PieceText text, Visitor visit) {
    if (text.size > 0) {
        visit({fields.piece().text(text), {}});
    }
}

// True, here and below: the visitor has enough.
bool visitKey(Fields fields, Visitor visit) {
    const RecordView* record = fields.record();
    return record != nullptr && visitBytes(record->key, visit);
}

bool visitValue(Fields fields, Visitor visit) {
    const RecordView* record = fields.record();
    return record != nullptr && visitBytes(record->value, visit);
}

bool visitHeaders(Fields fields, Visitor visit) {
    const RecordView* record = fields.record();
    if (record == nullptr) {
        return false;
    }
    RecordHeaders headers(*record);
    for (RecordHeaderView header; headers.next(header);) {
        const std::string text = std::string(header.key) + ':' + displayUtf8(header.value.bytes);
        if (visit({std::string_view(text), {}})) {
            return true;
        }
    }
    return false;
}

const TopicBatch& batchOf(Fields fields) {
    return fields.piece().batchOf(fields.row());
}

constexpr std::array kRowColumns{
    RowColumn{"partition", FilterKind::Integer, "number of the partition",
              [](Fields f, Visitor v) {
                  v({std::int64_t{batchOf(f).partition}, {}});
              }},
    RowColumn{"offset", FilterKind::Integer, "offset of the record",
              [](Fields f, Visitor v) {
                  v({f.row().offset, {}});
              }},
    RowColumn{"time", FilterKind::Time, "timestamp of the record",
              [](Fields f, Visitor v) {
                  if (f.row().timestamp >= 0) {
                      v({f.row().timestamp, {}});
                  }
              }},
    RowColumn{"type", FilterKind::Text, "record type of an internal topic, or of a control record",
              [](Fields f, Visitor v) {
                  const std::string number = std::to_string(f.row().typeId);
                  if (f.row().typeId >= 0 && !v({std::string_view(f.piece().typeOf(f.row())), {}})) {
                      v({std::string_view(number), {}});
                  }
              }},
    RowColumn{"group", FilterKind::Text, "group that the record is about",
              [](Fields f, Visitor v) { visitPieceText(f, f.row().group, v); }},
    RowColumn{"member", FilterKind::Text, "member that the record is about",
              [](Fields f, Visitor v) { visitPieceText(f, f.row().member, v); }},
    RowColumn{"about", FilterKind::Text, "what the record is about",
              [](Fields f, Visitor v) { visitPieceText(f, f.row().about, v); }},
    RowColumn{"says", FilterKind::Text, "the beginning of the value",
              [](Fields f, Visitor v) { visitPieceText(f, f.row().says, v); }},
    RowColumn{"tombstone", FilterKind::Flag, "it deletes what its key names",
              [](Fields f, Visitor v) {
                  v({f.row().isTombstone, {}});
              }},
    RowColumn{"control", FilterKind::Flag, "written by brokers, never delivered to consumers",
              [](Fields f, Visitor v) {
                  v({batchOf(f).isControl, {}});
              }},
    RowColumn{"transactional", FilterKind::Flag, "part of a transaction, or its marker",
              [](Fields f, Visitor v) {
                  v({batchOf(f).isTransactional, {}});
              }},
    RowColumn{"producer", FilterKind::Integer, "producer id",
              [](Fields f, Visitor v) {
                  if (batchOf(f).producerId >= 0) {
                      v({batchOf(f).producerId, {}});
                  }
              }},
    RowColumn{"faulty", FilterKind::Flag, "its bytes do not fit, or its batch is broken",
              [](Fields f, Visitor v) {
                  v({f.row().isFaulty || batchOf(f).isFaulty, {}});
              }},
    RowColumn{"size", FilterKind::Size, "bytes of key and value",
              [](Fields f, Visitor v) {
                  v({std::int64_t{std::max(f.row().keySize, 0)} + std::max(f.row().valueSize, 0), {}});
              }},
    RowColumn{"key", FilterKind::Text, "the key's bytes as text", [](Fields f, Visitor v) { visitKey(f, v); }},
    RowColumn{"value", FilterKind::Text, "the value's bytes as text", [](Fields f, Visitor v) { visitValue(f, v); }},
    RowColumn{"header", FilterKind::Text, "record headers, as name:value",
              [](Fields f, Visitor v) { visitHeaders(f, v); }},
    RowColumn{"text", FilterKind::Text, "key, value and headers", [](Fields f, Visitor v) {
                  if (!visitKey(f, v) && !visitValue(f, v)) {
                      visitHeaders(f, v);
                  }
              }}};

bool isOfRecord(const FilterPath& path) {
    return path.scope == PathScope::Message && path.steps.size() > 1 &&
           (path.steps.front().name == "key" || path.steps.front().name == "value");
}

// The first test of a path that no record can have.
const FilterPath* wrongPath(const FilterNode& node, bool isInternal) {
    for (const FilterNode& child : node.children) {
        if (const FilterPath* wrong = wrongPath(child, isInternal)) {
            return wrong;
        }
    }
    const bool isPath = node.kind == FilterNode::Kind::Test && !node.test.column;
    return isPath && !(isInternal && isOfRecord(node.test.path)) ? &node.test.path : nullptr;
}

}  // namespace

FilterVocabulary topicRowVocabulary(const ZoneOffset& zone) {
    FilterVocabulary vocabulary;
    vocabulary.zone = zone;
    for (const RowColumn& column : kRowColumns) {
        vocabulary.columns.push_back({column.name, column.kind, column.about});
    }
    vocabulary.hasMessagePaths = true;
    return vocabulary;
}

Result<Filter> parseRowFilter(std::string_view text, const TopicRowContext& context) {
    auto filter = Filter::parse(text, topicRowVocabulary(context.zone));
    const FilterPath* wrong =
        filter && filter->root() != nullptr ? wrongPath(*filter->root(), !context.decodedAs.empty()) : nullptr;
    if (wrong == nullptr) {
        return filter;
    }
    const std::string name = wrong->toString();
    std::vector<std::string> names;
    std::ranges::transform(kRowColumns, std::back_inserter(names), &RowColumn::name);
    const std::string nearest = nearestName(name, names);
    const std::size_t at = text.find(name);
    return tl::unexpected(Error{MessageId::UnknownField,
                                {name, nearest.empty() ? "" : "; nearest: " + nearest},
                                ByteSpan{BufferId::Main, at == std::string_view::npos ? 0 : at, name.size()},
                                {}});
}

TopicRowFields::TopicRowFields(TopicRowContext context)
    : m_context(std::move(context))
    , m_reader(*m_context.registry)
    , m_topic(m_reader.topic(m_context.decodedAs))
    , m_cursor(m_context.limits) {}

void TopicRowFields::setRow(const TopicPiece& piece, const TopicRow& row) {
    m_piece = &piece;
    m_row = &row;
}

void TopicRowFields::visitColumn(std::size_t column, const FieldVisitor& visit) const {
    kRowColumns.at(column).visit(*this, visit);
}

void TopicRowFields::visitPath(const FilterPath& path, const FieldVisitor& visit) const {
    const RecordView* view = m_topic != nullptr && isOfRecord(path) ? record() : nullptr;
    if (view == nullptr || batchOf(*this).isControl) {
        return;
    }
    const TopicRecord read = m_reader.read(*m_topic, view->key, view->value);
    const bool isKey = path.steps.front().name == "key";
    const TopicRecordPart& part = isKey ? read.key : read.value;
    const NullableBytes& content = isKey ? view->key : view->value;
    if (content.isNull || part.layout == nullptr) {
        return;
    }
    const auto bytes = std::make_shared<const ByteBuffer>(content.bytes.begin(), content.bytes.end());
    const auto tree = decodeWithin(part.layout, bytes, {BufferId::Main, part.fieldsAt, bytes->size() - part.fieldsAt},
                                   m_context.limits);
    FilterPath inner = path;
    inner.steps.erase(inner.steps.begin());
    visitPathValues(NodeRef::root(tree), inner, m_context.registry, visit);
}

std::vector<std::uint32_t> matchingRows(const Filter& filter, const TopicPiece& piece, TopicRowFields& fields,
                                        const CancelToken& cancel) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < piece.rows.size() && !cancel.isCancelled(); ++i) {
        fields.setRow(piece, piece.rows[i]);
        if (filter.matches(fields)) {
            found.push_back(i);
        }
    }
    return found;
}

}  // namespace brokerscope
