#pragma once

#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

struct JsonOptions {
    bool mask = false;       // replace secrets (by the overlays) with "***"
    int indent = -1;         // -1: one line
    bool kafkaOnly = false;  // leave out _unknownTags, as Kafka's converters do
};

// The message in the shape of Kafka's JSON converters: lowerCamel names, bytes base64, uuid as Kafka prints it, int64
// as numbers, records base64 of their bytes, unknown tags as "_unknownTags":[{"tag":99,"hex":"…"}]. A part that failed
// to decode is left out. Tagged fields that are absent are left out too.
std::string toJson(const NodeRef& node, const JsonOptions& options = {});

}  // namespace brokerscope
