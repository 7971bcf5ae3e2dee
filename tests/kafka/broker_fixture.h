#pragma once

#include <string>

namespace brokerscope::testing {

// Where a broker is that a ctest fixture started with scripts/kafka.sh; empty where there is none.
struct BrokerAddresses {
    std::string bootstrap;
    std::string controller;
    std::string log;  // the file that the broker writes
};
BrokerAddresses brokerAddresses(const std::string& fixture);

// Stops the fixture's broker, and starts it again with the data that it has. False: it did not come back.
bool restartBroker(const std::string& fixture);

}  // namespace brokerscope::testing
