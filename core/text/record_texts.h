#pragma once

#include "core/base/limits.h"
#include "core/records/control_record.h"
#include "core/schema/schema_registry.h"

#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// A record of a control batch with what its value says, for printing.
struct ControlText {
    std::string name;  // "COMMIT"; "unknown control type 9"; "not a control record: …"
    // {"type":1,"name":"COMMIT","version":0,"value":{…}}; name and version are null where not known, and a value of
    // unknown layout is {"_raw":"<hex>"}
    std::string json;

    // `COMMIT {"type":1,…}, never delivered to consumers`
    std::string line() const;
};
ControlText controlText(const SchemaRegistry& registry, const RecordView& record, const Limits& limits);

// Appends {"offset":0,"timestamp":1700000000000,"key":"<base64 or null>","value":…,"headers":[{"key":"…","value":…}],
// "sequence":-1}; `decoded`, a finished JSON value, stands under this name where it is not empty, "masked":true where
// key or value are not what the record has (MaskedRecord), and "notRead":["key","value"] names what is null only
// because reading failed before it. For work in bulk: nothing is kept.
void appendRecordJson(std::string& out, const RecordView& record, std::string_view decoded = {}, bool isMasked = false);

// Appends "0 1700000000000 key "a" value "b" headers {"h": "x"}, sequence 5" without a line feed; bytes that are no
// text as 0x…, null as null, what was not reached as "not read". Text is UTF-8 without control characters but tab, line
// feed and carriage return. `says` stands in place of key and value where it is not empty.
void appendRecordLine(std::string& out, const RecordView& record, std::string_view says = {});

}  // namespace brokerscope
