#pragma once

#include "core/value/node_ref.h"

#include <cstdint>
#include <map>
#include <string>

namespace brokerscope {

// Bytes that topics take on disk, by their largest replicas: those that lag have less.
class TopicSizes {
public:
    // The body of a DescribeLogDirs answer of one broker, of any version. Replicas that are moved to another directory
    // do not count. False: it has an error, and tells nothing.
    bool add(const NodeRef& body);
    // -1: not known.
    std::int64_t bytes(const std::string& topic) const;

private:
    std::map<std::string, std::map<std::int64_t, std::int64_t>> m_partitions;
};

}  // namespace brokerscope
