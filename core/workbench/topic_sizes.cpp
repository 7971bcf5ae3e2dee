#include "core/workbench/topic_sizes.h"

#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {

bool TopicSizes::add(const NodeRef& body) {
    if (!body.isValid() || integerField(body, "errorCode", 0) != 0) {
        return false;
    }
    bool isTold = false;
    for (const NodeRef& directory : elementsField(body, "results")) {
        isTold = isTold || integerField(directory, "errorCode", 0) == 0;
        for (const NodeRef& topic : elementsField(directory, "topics")) {
            auto& partitions = m_partitions[textField(topic, "name").value_or(std::string())];
            for (const NodeRef& partition : elementsField(topic, "partitions")) {
                if (!boolField(partition, "isFutureKey", false)) {
                    std::int64_t& size = partitions[integerField(partition, "partitionIndex", -1)];
                    size = std::max(size, integerField(partition, "partitionSize", 0));
                }
            }
        }
    }
    return isTold;
}

std::int64_t TopicSizes::bytes(const std::string& topic) const {
    const auto found = m_partitions.find(topic);
    if (found == m_partitions.end()) {
        return -1;
    }
    std::int64_t sum = 0;
    for (const auto& [partition, size] : found->second) {
        sum += size;
    }
    return sum;
}

}  // namespace brokerscope
