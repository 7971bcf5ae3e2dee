#pragma once

#include <string>

namespace brokerscope::testing {

// Addresses of a broker that a ctest fixture started with scripts/kafka.sh; empty when there is none.
struct BrokerAddresses {
    std::string bootstrap;
    std::string controller;
};
BrokerAddresses brokerAddresses(const std::string& fixture);

}  // namespace brokerscope::testing
