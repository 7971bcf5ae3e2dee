#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope::testing {

// A record of an internal topic as one of Kafka's own tools prints it.
struct FormattedRecord {
    std::string tool;  // "kafka-dump-log", or the class of one of the console consumer's formatters
    std::string file;  // of kafka-dump-log: the path
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t offset = -1;
    // What a formatter printed, empty where it prints nothing of such a record; of kafka-dump-log what stands behind
    // the offset: "CreateTime: 1796007706683 keySize: 11 … key: {…} payload: {…}".
    std::string text;
    std::string failure;  // what a formatter threw; empty: nothing
};

// What the tools of a release make of a copied log directory and of a broker, in the order in which they print it
// (scripts/conformance.sh formatters). A test failure, and what there is so far, where they do not end well.
std::vector<FormattedRecord> runKafkaFormatters(const std::string& release, const std::string& logs,
                                                const std::string& bootstrap);

}  // namespace brokerscope::testing
