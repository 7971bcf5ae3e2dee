#pragma once

#include "core/topology/kafka_release.h"
#include "core/workbench/check_result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What is known of a broker, where the table of minimal requests makes differences. Whatever is absent is not known.
struct BrokerFacts {
    std::optional<KafkaRelease> kafka;                // it is Apache Kafka of this release line
    std::map<std::string, bool, std::less<>> states;  // by the names that the table explains ("topic", "sasl")
};

// When Apache Kafka does something: of which releases, in which states.
struct OutcomeConditions {
    std::optional<KafkaReleaseRange> kafka;
    std::map<std::string, bool, std::less<>> states;

    // Whether nothing that is known speaks against it.
    bool mayHold(const BrokerFacts& facts) const;
};

// One outcome of a request in the table of minimal requests.
struct ExpectedOutcome {
    CheckResult result = CheckResult::Answered;
    std::vector<std::string> errors;  // of Refused: names of the error codes that the answer has, each of them; sorted
    OutcomeConditions when;

    // "answered", "refused: UNKNOWN_MEMBER_ID".
    std::string text() const;
    // Errors are compared as the names of the codes that are in the answer, sorted, each once.
    bool matches(CheckResult happened, const std::vector<std::string>& errorNames) const;
};

}  // namespace brokerscope
