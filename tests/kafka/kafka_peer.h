#pragma once

#include <nlohmann/json.hpp>

#include <QProcess>

#include <string>

namespace brokerscope::testing {

// The Java client program beside a fixture's broker (tests/kafka/peers/README.md), for as long as this lives.
class KafkaPeer {
public:
    explicit KafkaPeer(const std::string& fixture);
    ~KafkaPeer();

    // Gives it a command and waits for the answer; a test failure where that is not "ok".
    nlohmann::json obey(nlohmann::json command);

private:
    nlohmann::json nextLine();

    QProcess m_process;
    int m_lastId = 0;
};

}  // namespace brokerscope::testing
