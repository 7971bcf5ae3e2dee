#pragma once

#include "core/base/diagnostic.h"
#include "core/text/nested_view.h"
#include "core/text/record_secrets.h"
#include "core/value/node_ref.h"

#include <span>
#include <string>

namespace brokerscope {

struct DecodeAnswerOptions {
    bool fields = false;  // with the annotations: what `annotate` answers
    bool mask = false;    // secrets (by the overlays) read "***"
    NestedView nested = {};
    const RecordSecrets* recordSecrets = nullptr;  // masks those too; null: records are shown as they are
    std::span<const Diagnostic> records = {};      // recordSetsRemarks() of the message
};

// The answer to a decode as one JSON object:
//   {"ok":true,"json":{…},"unread":0,"diagnostics":[]}
// With trouble "ok" is false and "error" holds the first diagnostic that is an error; "json" has what could be read,
// null where no body could. Of a frame "name", "version" and "header" are in it too, and "json" is the body alone. With
// `fields` every byte is named exactly once, in byte order. Remarks on records stand behind those on the message, and
// leave "ok" as it is: "json" has their bytes whole, whatever they say. "nested" has the structures within bytes fields
// (structuresJson), where there are some; in "json" such fields stay base64.
std::string decodeAnswer(const NodeRef& root, const DecodeAnswerOptions& options);

// The array of annotations: {"path":"topics","part":"count","offset":26,"size":1,"type":"COMPACT_ARRAY","value":1}
void appendFieldsJson(std::string& out, const NodeRef& root, const DecodeAnswerOptions& options);

// The parts of a decoded frame; of a message without frame the body is the root. Invalid where they were not decoded.
NodeRef headerNode(const NodeRef& root);
NodeRef bodyNode(const NodeRef& root);

}  // namespace brokerscope
