#include "tests/kafka/kafka_peer.h"

#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

constexpr int kPatienceMs = 120'000;

}  // namespace

KafkaPeer::KafkaPeer(const std::string& fixture) {
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"),
                    {QStringLiteral("peer"), QStringLiteral("--name"), QString::fromStdString(fixture)});
    m_process.waitForStarted(kPatienceMs);
}

KafkaPeer::~KafkaPeer() {
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(kPatienceMs)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

nlohmann::json KafkaPeer::nextLine() {
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(kPatienceMs)) {
            return nullptr;
        }
    }
    return nlohmann::json::parse(m_process.readLine().toStdString());
}

nlohmann::json KafkaPeer::obey(nlohmann::json command) {
    command["id"] = ++m_lastId;
    m_process.write(QByteArray::fromStdString(command.dump() + '\n'));
    while (true) {
        nlohmann::json line = nextLine();
        if (line.is_null()) {
            ADD_FAILURE() << "no answer to " << command.dump();
            return line;
        }
        if (line.value("id", -1) == m_lastId) {
            EXPECT_TRUE(line.value("ok", false)) << line.dump();
            return line;
        }
    }
}

}  // namespace brokerscope::testing
