#pragma once

#include "core/document/nested_opener.h"

#include <cstdint>
#include <string>

namespace brokerscope {

enum class PartKind : std::uint8_t {
    Message,       // what was opened first
    Structure,     // a structure in a bytes field
    RecordSet,     // the batches and messages of a records field, or of a compressed message
    Records,       // the records of a batch
    ControlValue,  // the value of a control record
    RecordKey,     // key and value of a record of an internal topic
    RecordValue
};

// One tree of a document and how it hangs together with the others. Immutable.
struct DocumentPart {
    PartKind kind = PartKind::Message;
    std::shared_ptr<const ValueTree> tree;      // null: the bytes stay raw, and the remarks say why
    BufferId buffer = BufferId::Main;           // that the tree's spans count in; unique in the document
    const DocumentPart* parent = nullptr;       // null: the first one
    NodeRef owner;                              // the node of the parent whose bytes these are
    std::vector<StructurePrefix> prefixes;      // what stands before the structure, in the same buffer
    std::vector<Diagnostic> remarks;            // beside the tree's; spans count in the parent's buffer
    std::string name;                           // of a record: its type or control type; empty: not known
    bool isTombstone = false;                   // of a RecordKey: the record's value is null
    ReadOverlayValues group;                    // what is known of the group within it
    NodeRef request;                            // body of the request that it answers; invalid: none, or not known
    const InternalTopicFacts* topic = nullptr;  // whose records lie within; null: not an internal topic's, or not known
};

}  // namespace brokerscope
