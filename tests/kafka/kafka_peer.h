#pragma once

#include "tests/kafka/json_line_peer.h"

namespace brokerscope::testing {

// The Java client program beside a fixture's broker (tests/kafka/peers/README.md), for as long as this lives.
class KafkaPeer {
public:
    explicit KafkaPeer(const std::string& fixture);

    // Gives it a command and waits for the answer; a test failure where that is not "ok".
    nlohmann::json obey(nlohmann::json command);

private:
    JsonLinePeer m_peer;
};

}  // namespace brokerscope::testing
