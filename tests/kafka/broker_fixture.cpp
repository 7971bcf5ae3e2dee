#include "tests/kafka/broker_fixture.h"

#include <QProcess>
#include <QString>
#include <QStringList>

namespace brokerscope::testing {

BrokerAddresses brokerAddresses(const std::string& fixture) {
    QProcess script;
    script.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"),
                 {QStringLiteral("status"), QStringLiteral("--name"), QString::fromStdString(fixture)});
    script.waitForFinished(30'000);
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
