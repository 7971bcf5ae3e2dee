#pragma once

#include "core/document/nested_opener.h"
#include "core/value/json_writer.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// With what the structures within bytes fields are opened for printing. Borrows the opener.
struct NestedView {
    const NestedOpener* opener = nullptr;  // null: bytes stay bytes
    NestedContext context = {};

    // Nothing where bytes stay bytes and nothing is to be said of them. With `mask` secrets stay closed, but for those
    // that are secret until they are decoded, once all of them could be.
    std::optional<NestedStructure> open(const NodeRef& node, bool mask = false) const;
    // For what lies within an opened structure.
    NestedView within(const NestedStructure& structure) const;
};

// "ConsumerProtocolSubscription v3"; of a structure that was read.
std::string structureName(const NestedStructure& structure);

// A structure in the place of its bytes: {"_type":"ConsumerProtocolSubscription","_version":3,"topics":[…]}. `fields`
// is the JSON of its tree. Numbers before it are told by their names; one that is no version comes before that.
std::string structureJson(const ValueTree& tree, const std::vector<StructurePrefix>& prefixes,
                          const std::string& fields, int indent);

// Kafka's JSON form of a message with its structures in the place of their bytes, each with what it is before its
// fields: "metadata":{"_type":"ConsumerProtocolSubscription","_version":3,"topics":[…]}. Bytes that hold no known
// structure stay base64. What is to be said of the structures is added to `remarks`, with their paths in the message.
std::string toNestedJson(const NodeRef& message, const NestedView& view, const JsonOptions& options,
                         std::vector<Diagnostic>& remarks);

// A structure somewhere within a message, with the path of its bytes: "protocols[0].metadata",
// "protocols[0].metadata.userData".
using TakeStructure = std::function<void(const std::string& path, const NodeRef& bytes, const NestedStructure&)>;
// All of them, outer ones first; with `mask` those that NestedView::open() opens then.
void forEachStructure(const NodeRef& message, const NestedView& view, bool mask, const TakeStructure& take);

// What is to be said of all of them, with their paths in the message.
std::vector<Diagnostic> structureRemarks(const NodeRef& message, const NestedView& view);

// The array of structures that a decode's answer has beside its own fields:
//   [{"path":"protocols[0].metadata","offset":51,"size":29,"type":"ConsumerProtocolSubscription","version":3,"json":{…},
//     "unread":0,"diagnostics":[]}]
// "type", "version" and "json" are null where the bytes stay raw. With `fields` the annotations of each, its version
// included. Empty: there are none.
std::string structuresJson(const NodeRef& message, const NestedView& view, bool mask, bool fields);

}  // namespace brokerscope
