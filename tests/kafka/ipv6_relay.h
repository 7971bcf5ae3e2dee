#pragma once

#include <QObject>
#include <QThread>

#include <cstdint>
#include <memory>
#include <string>

class QTcpServer;

namespace brokerscope::testing {

// A port on ::1 behind which a broker on 127.0.0.1 stands: bytes go both ways unchanged. In a thread of its own, so
// that the test may wait.
class Ipv6Relay {
public:
    explicit Ipv6Relay(std::uint16_t brokerPort);
    ~Ipv6Relay();

    std::uint16_t port() const { return m_port; }  // 0: ::1 cannot be listened on

private:
    QThread m_thread;
    QTcpServer* m_server = nullptr;  // lives in m_thread
    std::uint16_t m_port = 0;
};

}  // namespace brokerscope::testing
