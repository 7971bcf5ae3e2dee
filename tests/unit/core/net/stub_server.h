#pragma once

#include "core/base/bytes.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>

namespace brokerscope {

// A server on the loopback that gives each whole frame to `onFrame`, which may write or close.
class StubServer {
public:
    using OnFrame = std::function<void(QTcpSocket& socket, const ByteBuffer& frame)>;

    explicit StubServer(OnFrame onFrame) : m_onFrame(std::move(onFrame)) {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { accept(); });
        m_server.listen(QHostAddress::LocalHost);
    }

    std::uint16_t port() const { return m_server.serverPort(); }
    int connections() const { return m_connections; }

private:
    void accept() {
        QTcpSocket* const socket = m_server.nextPendingConnection();
        ++m_connections;
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { read(*socket); });
    }

    void read(QTcpSocket& socket) {
        while (socket.bytesAvailable() >= 4) {
            const QByteArray prefix = socket.peek(4);
            qint64 size = 0;
            for (const char byte : prefix) {
                size = size << 8 | static_cast<std::uint8_t>(byte);
            }
            if (socket.bytesAvailable() < size + 4) {
                return;
            }
            const QByteArray frame = socket.read(size + 4);
            m_onFrame(socket, ByteBuffer(frame.begin(), frame.end()));
        }
    }

    OnFrame m_onFrame;
    QTcpServer m_server;
    int m_connections = 0;
};

}  // namespace brokerscope
