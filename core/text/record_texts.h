#pragma once

#include "core/base/limits.h"
#include "core/records/control_record.h"
#include "core/schema/schema_registry.h"

#include <functional>
#include <string>
#include <string_view>

namespace brokerscope {

// A record of a control batch with what its value says, for printing.
struct ControlText {
    std::string name;  // "COMMIT"; "unknown control type 9"; "not a control record: …"
    // {"type":1,"name":"COMMIT","version":0,"value":{…}}; name and version are null where not known, and a value of
    // unknown layout is {"_raw":"<hex>"}
    std::string json;
    bool isControl = true;  // false: it stands in a control batch, and its key says nothing

    // `COMMIT {"type":1,…}, never delivered to consumers`
    std::string line() const;
};
ControlText controlText(const SchemaRegistry& registry, const RecordView& record, const Limits& limits);

// May take the text so far and leave it empty, or leaves it as it is for now.
using TakeText = std::function<void(std::string& text)>;

// Appends {"offset":0,"timestamp":1700000000000,"key":"<base64 or null>","value":…,"headers":[{"key":"…","value":…}],
// "sequence":-1}; `decoded`, a finished JSON value, stands under this name where it is not empty, "masked":true where
// key or value are not what the record has (MaskedRecord), and "notRead":["key","value","headers"] names what is null
// only because reading failed before it. For work in bulk: nothing is kept. Of bytes that are many, here and below, the
// text is made a part at a time, and `take` is called behind each.
void appendRecordJson(std::string& out, const RecordView& record, std::string_view decoded = {}, bool isMasked = false,
                      const TakeText& take = {});
// What stands behind its first brace, for whoever has keys before those.
void appendRecordMembers(std::string& out, const RecordView& record, std::string_view decoded, bool isMasked,
                         const TakeText& take);

// Appends the line of a record in a control batch: what it says, or, where that is nothing, its bytes and why.
void appendControlLine(std::string& out, const RecordView& record, const ControlText& control);

// Appends "0 1700000000000 key "a" value "b" headers {"h": "x"}, sequence 5" without a line feed; bytes that are no
// text as 0x…, null as null, what was not reached as "not read". Text is UTF-8 without control characters but tab, line
// feed and carriage return. `says` stands in place of key and value where it is not empty.
void appendRecordLine(std::string& out, const RecordView& record, std::string_view says = {},
                      const TakeText& take = {});

}  // namespace brokerscope
