#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace brokerscope::testing {

// Names an instance of a test whose parameter is a release after the broker that records are written to and read from:
// "fetch_4_4_0_broker".
inline std::string fetchBrokerName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("fetch_") + instance.param + "_broker";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

// A topic of its own for each run, since a test may be run again on the same broker.
inline std::string uniqueTopic(const std::string& name) {
    return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace brokerscope::testing
