#pragma once

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QProcess>

#include <string>
#include <vector>

namespace brokerscope::testing {

// A program beside a fixture's broker that takes JSON commands a line and answers by "id"; lines with "event" come by
// themselves (tests/kafka/peers/README.md). It ends, and its members leave their groups, when this is destroyed. For
// one thread. Whatever goes wrong is a failure of the running test.
class JsonLinePeer {
public:
    // arguments: of scripts/kafka.sh, the command first. Returns when the program is ready.
    explicit JsonLinePeer(const std::vector<std::string>& arguments);
    ~JsonLinePeer();
    JsonLinePeer(const JsonLinePeer&) = delete;
    JsonLinePeer& operator=(const JsonLinePeer&) = delete;

    // Sends a command and waits for its answer, at most two minutes; null when none came.
    nlohmann::json ask(nlohmann::json command);

    // Takes what has been written until something satisfies the condition on this object; false after the time.
    template <typename Condition>
    bool waitUntil(Condition condition, int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        while (!condition()) {
            const auto left = milliseconds - static_cast<int>(timer.elapsed());
            if (left <= 0 || !takeLine(left)) {
                return condition();
            }
        }
        return true;
    }

    // All events so far, in the order in which they were written; "ready" is the first.
    const std::vector<nlohmann::json>& events() const { return m_events; }

    // Ends the program as kill -9 does, and waits until it is gone.
    void kill();

private:
    bool takeLine(int milliseconds);

    QProcess m_process;
    int m_lastId = 0;
    nlohmann::json m_answer;  // to m_lastId; null until it has come
    std::vector<nlohmann::json> m_events;
};

}  // namespace brokerscope::testing
