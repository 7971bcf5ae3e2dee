#pragma once

#include "core/document/document_part.h"
#include "core/document/records_topic.h"
#include "core/internal_topics/topic_record_reader.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// What is known beside the bytes of a document.
struct DocumentContext {
    const SchemaRegistry* registry = nullptr;  // null: the embedded one; outlives the document
    SchemaChoice choice = {};
    Limits limits = {};
    NestedContext nested = {};
    std::string topic = {};  // whose records lie in it; empty: the message says it, or nobody knows
    NameTopicId topicName = {};
};

// Records of an internal topic that lie in the bytes of a node.
struct RecordsWithin {
    const InternalTopicFacts* topic = nullptr;  // null: another topic's, none, or it is not known
    bool isKeyOrValue = false;                  // of a single one; else whole records, several perhaps
};

// The trees and buffers of one opened thing, with the links between them. A records field, the records of a batch, key
// and value of a record and a bytes field with a structure are one node until they are opened; opening makes a new
// tree, once. A new buffer comes only of bytes that were transformed (decompressed); everything else is a part of the
// buffer that it lies in, with the same offsets. Parts live as long as the document. Not thread safe; the trees are.
class Document {
public:
    Document(std::shared_ptr<const ValueTree> tree, DocumentContext context);
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    const DocumentPart& root() const { return *m_parts.front(); }
    // Whether something may lie in a node of `part`'s tree: what open() would look for. Costs no decoding, and may be
    // asked on any thread, also while another one opens.
    bool mayOpen(const DocumentPart& part, const NodeRef& node) const;
    // Which records an open() of the node would show. Costs no decoding, on any thread as mayOpen().
    RecordsWithin recordsWithin(const DocumentPart& part, const NodeRef& node) const;
    // What lies in a node of `part`'s tree. Null: nothing is known to lie in it. A part without a tree says why.
    const DocumentPart* open(const DocumentPart& part, const NodeRef& node);
    // Everything opened so far, parents before children.
    const std::vector<std::unique_ptr<DocumentPart>>& parts() const { return m_parts; }

    ByteView bytes(BufferId buffer) const { return *m_buffers[static_cast<std::size_t>(buffer)]; }
    // The node's span within the document.
    static ByteSpan span(const DocumentPart& part, const NodeRef& node);

private:
    using PartPointer = std::unique_ptr<DocumentPart>;

    // What bytes may hold, by where they stand.
    enum class Holding : std::uint8_t { Nothing, RecordSet, Records, Messages, ControlValue, KeyOrValue, Structure };

    Holding holdingOf(const DocumentPart& part, const NodeRef& node) const;
    PartPointer make(const DocumentPart& part, const NodeRef& node);
    PartPointer openRecordsField(const DocumentPart& part, const NodeRef& node);
    PartPointer openEntry(const DocumentPart& part, const NodeRef& entry, PartKind kind);
    PartPointer openKeyOrValue(const DocumentPart& part, const NodeRef& node) const;
    PartPointer openControl(const NodeRef& node) const;
    PartPointer openStructure(const DocumentPart& part, const NodeRef& node) const;
    BufferId addBuffer(std::shared_ptr<const ByteBuffer> bytes);

    DocumentContext m_context;
    NestedOpener m_opener;
    TopicRecordReader m_reader;
    std::vector<PartPointer> m_parts;
    std::vector<std::shared_ptr<const ByteBuffer>> m_buffers;
    // By the part and the node's place in it; null: nothing lies there.
    std::map<std::pair<const DocumentPart*, std::pair<std::uint64_t, std::string>>, const DocumentPart*> m_opened;
};

}  // namespace brokerscope
