#pragma once

#include "core/value/node_ref.h"

#include <functional>
#include <optional>
#include <string>

namespace brokerscope {

struct JsonOptions {
    bool mask = false;       // replace what is hidden (isHidden) with "***"
    int indent = -1;         // -1: one line
    bool kafkaOnly = false;  // leave out _unknownTags and _overrides, as Kafka's converters do
    // A finished JSON value, indented alike, that stands in place of a node's own; nothing: its own. Asked for bytes
    // and records that are not null; what it gives for secret ones has masked their secrets. By toJson alone.
    std::function<std::optional<std::string>(const NodeRef&)> inPlace = {};
};

// The message in the shape of Kafka's JSON converters: lowerCamel names, bytes base64, uuid as Kafka prints it, int64
// as numbers, records base64 of their bytes, unknown tags as "_unknownTags":[{"tag":99,"hex":"…"}]. A part that failed
// to decode is left out. Tagged fields that are absent are left out too. Fields whose bytes the value does not give
// again (bytesBeyondJson) are told in "_overrides" as {"name":{"hex":"…"}}, so that the text encodes to them.
std::string toJson(const NodeRef& node, const JsonOptions& options = {});

}  // namespace brokerscope
