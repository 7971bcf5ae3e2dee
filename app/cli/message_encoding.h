#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A message to be made from JSON.
struct EncodeOrder {
    std::string name;  // a definition's own name
    int version = 0;
    std::string_view body;    // JSON; empty: the defaults
    bool frame = false;       // with size and header; requests and responses only
    std::string_view header;  // JSON; empty: the defaults. ApiKey and ApiVersion are filled in where it leaves them out
    std::optional<std::string> clientId;  // where the header leaves it out; absent: the definition's default
    std::optional<std::int32_t> size;     // instead of the size prefix that was computed
};

struct EncodedMessage {
    std::shared_ptr<const ValueTree> tree;  // the bytes and what they say
    std::vector<Diagnostic> diagnostics;    // what Kafka would refuse or drop, and what the JSON cannot give

    const Diagnostic* firstError() const;  // null: none
};

// Errors: those of the registry (UnknownMessage, UnknownVersion …) and of the JSON reader, whose paths begin with
// "header." for the header; InvalidValue where a frame is asked for a message that has no header.
Result<EncodedMessage> encodeOrder(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits,
                                   const EncodeOrder& order);

}  // namespace brokerscope
