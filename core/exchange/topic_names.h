#pragma once

#include "core/base/uuid.h"
#include "core/value/node_ref.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Names of topic ids, as the answers of one cluster told them (KIP-516). Messages that carry an id alone can then be
// shown with the name, also those that were seen before it was told. Shared by all connections of the cluster; all
// functions may be called from any thread.
class TopicNames {
public:
    // More ids than this are not kept: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 1'000'000;

    // Learns from every structure of an answer that holds a topic's name and its id (by what overlays and definitions
    // call them): those of Metadata, CreateTopics, DescribeTopicPartitions and any other. Null names and zero ids say
    // nothing.
    void learn(const NodeRef& answerBody);
    // Whether a message has such a structure at all.
    static bool mayTell(const MessageLayout& layout);
    void learn(const Uuid& id, std::string_view name);

    // Nothing: not told.
    std::optional<std::string> name(const Uuid& id) const;
    // Ids that had this name, in the order in which they were told. More than one: the topic was deleted and made anew.
    std::vector<Uuid> ids(std::string_view name) const;
    std::size_t size() const;

private:
    mutable std::mutex m_mutex;
    std::map<Uuid, std::string> m_names;
    std::map<std::string, std::vector<Uuid>, std::less<>> m_ids;
};

}  // namespace brokerscope
