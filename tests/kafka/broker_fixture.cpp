#include "tests/kafka/broker_fixture.h"

#include <QProcess>
#include <QString>
#include <QStringList>

namespace brokerscope::testing {
namespace {

// Of `scripts/kafka.sh COMMAND --name FIXTURE`: whether it did what it was told, and within the time.
bool runScript(QProcess& script, const QString& command, const std::string& fixture, const QStringList& more = {}) {
    constexpr int kPatienceMs = 90'000;
    QStringList arguments{command, QStringLiteral("--name"), QString::fromStdString(fixture)};
    arguments.append(more);
    script.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"), arguments);
    return script.waitForFinished(kPatienceMs) && script.exitStatus() == QProcess::NormalExit && script.exitCode() == 0;
}

}  // namespace

bool restartBroker(const std::string& fixture) {
    QProcess stop;
    QProcess start;
    return runScript(stop, QStringLiteral("stop"), fixture, {QStringLiteral("--keep-data")}) &&
           runScript(start, QStringLiteral("start"), fixture);
}

BrokerAddresses brokerAddresses(const std::string& fixture) {
    QProcess script;
    runScript(script, QStringLiteral("status"), fixture);
    BrokerAddresses addresses;
    for (const QString& line : QString::fromUtf8(script.readAllStandardOutput()).split(u'\n')) {
        if (line.startsWith(QStringLiteral("bootstrap="))) {
            addresses.bootstrap = line.mid(10).trimmed().toStdString();
        } else if (line.startsWith(QStringLiteral("controller="))) {
            addresses.controller = line.mid(11).trimmed().toStdString();
        } else if (line.startsWith(QStringLiteral("log="))) {
            addresses.log = line.mid(4).trimmed().toStdString();
        }
    }
    return addresses;
}

}  // namespace brokerscope::testing
