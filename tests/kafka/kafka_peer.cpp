#include "tests/kafka/kafka_peer.h"

#include <gtest/gtest.h>

namespace brokerscope::testing {

KafkaPeer::KafkaPeer(const std::string& fixture) : m_peer({"peer", "--name", fixture}) {}

nlohmann::json KafkaPeer::obey(nlohmann::json command) {
    nlohmann::json answer = m_peer.ask(std::move(command));
    EXPECT_TRUE(answer.value("ok", false)) << answer.dump();
    return answer;
}

}  // namespace brokerscope::testing
