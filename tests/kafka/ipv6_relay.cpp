#include "tests/kafka/ipv6_relay.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

namespace brokerscope::testing {
namespace {

// What comes from one goes to the other; one that ends ends the other.
void forward(QTcpSocket* from, QTcpSocket* to) {
    QObject::connect(from, &QTcpSocket::readyRead, to, [from, to] { to->write(from->readAll()); });
    QObject::connect(from, &QTcpSocket::disconnected, to, [to] { to->disconnectFromHost(); });
}

void relay(QTcpSocket* client, std::uint16_t brokerPort) {
    auto* broker = new QTcpSocket(client);
    // Written before it is connected, bytes wait.
    broker->connectToHost(QHostAddress(QHostAddress::LocalHost), brokerPort);
    forward(client, broker);
    forward(broker, client);
}

}  // namespace

Ipv6Relay::Ipv6Relay(std::uint16_t brokerPort) {
    m_server = new QTcpServer;
    if (m_server->listen(QHostAddress(QHostAddress::LocalHostIPv6), 0)) {
        m_port = m_server->serverPort();
    }
    QObject::connect(m_server, &QTcpServer::newConnection, m_server, [server = m_server, brokerPort] {
        while (QTcpSocket* client = server->nextPendingConnection()) {
            relay(client, brokerPort);
        }
    });
    QObject::connect(&m_thread, &QThread::finished, m_server, &QObject::deleteLater);
    m_server->moveToThread(&m_thread);
    m_thread.start();
}

Ipv6Relay::~Ipv6Relay() {
    m_thread.quit();
    m_thread.wait();
}

}  // namespace brokerscope::testing
