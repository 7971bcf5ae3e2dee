#pragma once

#include "core/schema/overlay_condition.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <map>
#include <string>

namespace brokerscope {

// What messages told of groups: the facts that the overlays name (protocolType, protocolName), by group id. SyncGroup
// before version 5, for one, does not say what its bytes are; JoinGroup did. Borrows the registry. Not thread safe.
class GroupFacts {
public:
    // More groups than this are not kept: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 100'000;

    explicit GroupFacts(const SchemaRegistry& registry) : m_registry(registry) {}

    // Of the body of a message; `request` is that of the request that it answers, invalid where it answers none or it
    // is not known. Later facts replace earlier ones; null and empty ones say nothing.
    void learn(const NodeRef& message, const NodeRef& request);
    // What is known of the group that a message speaks of, as it is now. An empty function: nothing.
    ReadOverlayValues of(const NodeRef& message, const NodeRef& request) const;

private:
    const SchemaRegistry& m_registry;
    std::map<std::string, std::map<std::string, std::string>> m_groups;  // id to fact to value
};

}  // namespace brokerscope
