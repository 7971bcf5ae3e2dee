#pragma once

#include "core/base/limits.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>
#include <optional>
#include <string>

namespace brokerscope {

// Bytes to be read as a message.
struct DecodeOrder {
    std::string name;            // a definition's own name; empty only for a request's frame
    std::optional<int> version;  // absent only for a request's frame
    bool frame = false;          // size and header are included
};

// Never loses what could be read: malformed bytes give a tree with diagnostics. Errors are about the order alone:
// UnknownMessage, UnknownVersion …, InvalidValue where a frame is asked for a message that has no header or a name or
// version is missing.
Result<std::shared_ptr<const ValueTree>> decodeOrder(const SchemaRegistry& registry, const SchemaChoice& choice,
                                                     const Limits& limits, const DecodeOrder& order,
                                                     std::shared_ptr<const ByteBuffer> bytes);

}  // namespace brokerscope
