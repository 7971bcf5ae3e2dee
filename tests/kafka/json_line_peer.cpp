#include "tests/kafka/json_line_peer.h"

#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

constexpr int kPeerPatienceMs = 120'000;
// A test that causes more has gone astray.
constexpr std::size_t kMostEvents = 50'000;

}  // namespace

JsonLinePeer::JsonLinePeer(const std::vector<std::string>& arguments) {
    QStringList list;
    for (const std::string& argument : arguments) {
        list << QString::fromStdString(argument);
    }
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"), list);
    EXPECT_TRUE(waitUntil([this] { return !m_events.empty(); }, kPeerPatienceMs)) << "the program did not start";
}

JsonLinePeer::~JsonLinePeer() {
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kPeerPatienceMs)) {
        kill();
    }
}

void JsonLinePeer::kill() {
    m_process.kill();
    m_process.waitForFinished();
}

bool JsonLinePeer::takeLine(int milliseconds) {
    if (!m_process.canReadLine() && !m_process.waitForReadyRead(milliseconds)) {
        return false;
    }
    if (!m_process.canReadLine()) {
        return true;  // a part of a line has come
    }
    nlohmann::json line = nlohmann::json::parse(m_process.readLine().toStdString(), nullptr, false);
    if (line.contains("event") && m_events.size() < kMostEvents) {
        m_events.push_back(std::move(line));
    } else if (line.is_object() && line.value("id", -1) == m_lastId) {
        m_answer = std::move(line);
    } else {
        ADD_FAILURE() << "a line that nobody waits for: " << line.dump();
    }
    return true;
}

nlohmann::json JsonLinePeer::ask(nlohmann::json command) {
    command["id"] = ++m_lastId;
    m_answer = nullptr;
    m_process.write(QByteArray::fromStdString(command.dump() + '\n'));
    waitUntil([this] { return !m_answer.is_null(); }, kPeerPatienceMs);
    EXPECT_FALSE(m_answer.is_null()) << "no answer to " << command.dump();
    return m_answer;
}

}  // namespace brokerscope::testing
