#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace brokerscope {

// Why partitions of one topic are not read, each for as long as that lasts. Not thread safe.
class PartitionProblems {
public:
    void lost(std::int32_t partition, std::string why) { m_problems.insert_or_assign(partition, std::move(why)); }
    void seen(std::int32_t partition) { m_problems.erase(partition); }

    bool has(std::int32_t partition) const { return m_problems.contains(partition); }
    // Of the lowest partition that has one, and how many others have; empty: all are read.
    std::string text() const;

private:
    std::map<std::int32_t, std::string> m_problems;  // by partition
};

}  // namespace brokerscope
