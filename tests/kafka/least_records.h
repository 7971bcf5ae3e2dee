#pragma once

#include <string>
#include <vector>

namespace brokerscope::testing {

// As many records of a type, by our name of it (" tombstone" behind it for those), TopicStory must at least give one of
// Kafka's tools to print.
struct LeastRecords {
    std::string tool;
    std::string type;
    int count = 0;
};
std::vector<LeastRecords> leastRecords(bool isNewer);

}  // namespace brokerscope::testing
