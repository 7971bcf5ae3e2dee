#include "core/workbench/partition_problems.h"

#include <fmt/format.h>

namespace brokerscope {

std::string PartitionProblems::text() const {
    if (m_problems.size() < 2) {
        return m_problems.empty() ? std::string() : m_problems.begin()->second;
    }
    return fmt::format("partition {}: {} (and {} more {})", m_problems.begin()->first, m_problems.begin()->second,
                       m_problems.size() - 1, m_problems.size() == 2 ? "partition" : "partitions");
}

}  // namespace brokerscope
