#pragma once

#include "core/net/connection_machine.h"

#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <memory>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// Now, on both clocks.
StreamTime currentTime();

// The driver of one ConnectionMachine: owns the socket and the timers, knows no Kafka. Lives in the network thread;
// signals are sent there. After ended() nothing more comes; delete it with deleteLater().
class Connection : public QObject {
    Q_OBJECT

public:
    // Connects to `address` (after --resolve); what is said in texts and exchanges is settings.broker.
    Connection(const SchemaRegistry& registry, ConnectionSettings settings, Endpoint address,
               QObject* parent = nullptr);

    void open();
    void send(OutgoingRequest request);
    // Finishes or drops that request with `error`; does nothing where it is done.
    void giveUp(quint64 token, const TransportError& error);
    void close();
    // The node behind it became known, for exchanges that finish from now on.
    void nameBroker(std::int32_t brokerId);

    bool isReady() const { return m_machine.isReady(); }
    bool hasEnded() const { return m_machine.hasEnded(); }

Q_SIGNALS:
    void ready(const std::shared_ptr<const brokerscope::BrokerVersions>& versions);
    void finished(const brokerscope::Exchange& exchange);
    void notSent(quint64 token, const brokerscope::TransportError& error);
    void ended(const brokerscope::TransportError& error);

private:
    void handle(const ConnectionEvent& event);
    void handle(const ConnectionEvent& event, StreamTime when);
    void tellWritten();
    void perform(connection_command::OpenSocket&);
    void perform(connection_command::Write& command);
    void perform(connection_command::CloseSocket&);
    void perform(connection_command::StartTimer& command);
    void perform(connection_command::StopTimer& command);
    void perform(connection_command::Finished& command);
    void perform(connection_command::NotSent& command);
    void perform(connection_command::Ready& command);
    void perform(connection_command::Ended& command);

    void socketFailed(QAbstractSocket::SocketError error);
    void dialAgain(QAbstractSocket::SocketError error);
    // From the event loop, unless there is another socket by then.
    void later(void (Connection::*step)(QAbstractSocket::SocketError), QAbstractSocket::SocketError error);
    void readAvailable();
    void stopTimer(TimerId id);

    ConnectionMachine m_machine;
    std::unordered_map<std::uint64_t, std::unique_ptr<QTimer>> m_timers;  // by TimerId
    Endpoint m_address;
    Endpoint m_broker;
    std::unique_ptr<QTcpSocket> m_socket;
    bool m_connected = false;
    struct Written {
        std::uint64_t bytes = 0;  // in all, that the operating system had taken
        StreamTime when;
    };
    std::uint64_t m_written = 0;
    std::vector<Written> m_untold;  // of which the machine is to know, oldest first
    bool m_isWriting = false;
};

}  // namespace brokerscope
