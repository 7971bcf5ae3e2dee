#pragma once

#include "core/base/uuid.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Values of a struct node's fields. A field that the version lacks, that is null, or that was not read gives the
// fallback.
std::int64_t integerField(const NodeRef& structure, std::string_view jsonName, std::int64_t fallback);
bool boolField(const NodeRef& structure, std::string_view jsonName, bool fallback);
std::optional<std::string> textField(const NodeRef& structure, std::string_view jsonName);
// The int32 `port` that answers have; 0 for what is no port, which nothing listens on.
std::uint16_t portField(const NodeRef& structure);
Uuid uuidField(const NodeRef& structure, std::string_view jsonName);
std::vector<std::int32_t> integersField(const NodeRef& structure, std::string_view jsonName);
// The elements of an array field, empty where there are none.
std::vector<NodeRef> elementsField(const NodeRef& structure, std::string_view jsonName);

// The body of a tree: the root of a message, or the last struct of a frame. Invalid where a frame has no body.
NodeRef bodyOf(const std::shared_ptr<const ValueTree>& tree);

}  // namespace brokerscope
