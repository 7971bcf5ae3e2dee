#include "tests/kafka/dumpcap_run.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QThread>

namespace brokerscope::testing {
namespace {

constexpr int kPatienceMs = 20'000;
// What the kernel has seen is handed over in blocks.
constexpr unsigned long kSettleMs = 1500;

}  // namespace

bool DumpcapRun::isPossible() {
    QProcess list;
    list.start(QStringLiteral("dumpcap"), {QStringLiteral("-D")});
    const bool isDone = list.waitForFinished(kPatienceMs) && list.exitCode() == 0;
    return isDone && list.readAllStandardOutput().contains("any");
}

DumpcapRun::DumpcapRun(const QString& interface, const QString& linkType, std::uint16_t port, const std::string& file) {
    QStringList arguments{QStringLiteral("-i"), interface,
                          QStringLiteral("-f"), QStringLiteral("tcp port %1").arg(port),
                          QStringLiteral("-w"), QString::fromStdString(file)};
    if (!linkType.isEmpty()) {
        arguments << QStringLiteral("-y") << linkType;
    }
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(QStringLiteral("dumpcap"), arguments);
    m_isCapturing = waitUntilItSays(QStringLiteral("File:"));
}

DumpcapRun::~DumpcapRun() {
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
}

bool DumpcapRun::waitUntilItSays(const QString& text) {
    QElapsedTimer clock;
    clock.start();
    while (!m_said.contains(text) && clock.elapsed() < kPatienceMs && m_process.state() != QProcess::NotRunning) {
        m_process.waitForReadyRead(200);
        m_said += QString::fromUtf8(m_process.readAll());
    }
    return m_said.contains(text);
}

void DumpcapRun::stop() {
    QThread::msleep(kSettleMs);
    m_process.terminate();
    m_process.waitForFinished(kPatienceMs);
    m_said += QString::fromUtf8(m_process.readAll());
}

}  // namespace brokerscope::testing
