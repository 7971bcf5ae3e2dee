#include "core/net/connection.h"

#include <QNetworkProxy>

#include <chrono>
#include <utility>

namespace brokerscope {
namespace {

// `address` is what was dialled, where --resolve has it elsewhere than the broker says.
Error socketError(QAbstractSocket::SocketError error, const Endpoint& broker, const Endpoint& address,
                  const QString& reason) {
    const std::string text = reason.toStdString();
    const std::string at = address == broker ? std::string() : " at " + address.toString();
    if (error == QAbstractSocket::HostNotFoundError) {
        return {MessageId::HostUnknown, {at.empty() ? broker.host : broker.host + at, text}, std::nullopt, {}};
    }
    return {MessageId::ConnectRefused, {broker.toString() + at, text}, std::nullopt, {}};
}

}  // namespace

StreamTime currentTime() {
    using namespace std::chrono;
    return {duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count(),
            duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

Connection::Connection(const SchemaRegistry& registry, ConnectionSettings settings, Endpoint address, QObject* parent)
    : QObject(parent)
    , m_machine(registry, settings)
    , m_address(std::move(address))
    , m_broker(std::move(settings.broker)) {}

void Connection::open() {
    handle(connection_event::Open{});
}

void Connection::send(OutgoingRequest request) {
    handle(connection_event::Send{std::move(request)});
}

void Connection::giveUp(quint64 token, const TransportError& error) {
    handle(connection_event::GiveUp{token, error});
}

void Connection::close() {
    handle(connection_event::Close{});
}

void Connection::nameBroker(std::int32_t brokerId) {
    m_machine.nameBroker(brokerId);
}

void Connection::handle(const ConnectionEvent& event) {
    handle(event, currentTime());
}

void Connection::handle(const ConnectionEvent& event, StreamTime when) {
    for (ConnectionCommand& command : m_machine.handle(event, when)) {
        std::visit([this](auto& told) { perform(told); }, command);
    }
}

void Connection::perform(connection_command::OpenSocket&) {
    m_connected = false;
    m_written = 0;
    m_untold.clear();
    m_socket = std::make_unique<QTcpSocket>();
    m_socket->setProxy(QNetworkProxy::NoProxy);
    connect(m_socket.get(), &QTcpSocket::connected, this, [this] {
        m_connected = true;
        m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        handle(connection_event::SocketConnected{});
    });
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &Connection::readAvailable);
    connect(m_socket.get(), &QTcpSocket::bytesWritten, this, [this](qint64 count) {
        m_written += static_cast<std::uint64_t>(count);
        m_untold.push_back({m_written, currentTime()});
        tellWritten();
    });
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &Connection::socketFailed);
    m_socket->connectToHost(QString::fromStdString(m_address.host), m_address.port);
}

void Connection::readAvailable() {
    const QByteArray bytes = m_socket->readAll();
    if (!bytes.isEmpty()) {
        handle(connection_event::Received{
            {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())}});
    }
}

void Connection::later(void (Connection::*step)(QAbstractSocket::SocketError), QAbstractSocket::SocketError error) {
    QMetaObject::invokeMethod(
        this,
        [this, step, error, failed = m_socket.get()] {
            if (m_socket.get() == failed) {
                (this->*step)(error);
            }
        },
        Qt::QueuedConnection);
}

void Connection::dialAgain(QAbstractSocket::SocketError) {
    m_socket->abort();
    m_socket->connectToHost(QString::fromStdString(m_address.host), m_address.port);
}

void Connection::socketFailed(QAbstractSocket::SocketError error) {
    if (m_isWriting) {
        later(&Connection::socketFailed, error);
        return;
    }
    // Qt ends an attempt after 30 s of its own; how long to wait is for the machine's timer to say.
    if (!m_connected && error == QAbstractSocket::SocketTimeoutError) {
        later(&Connection::dialAgain, error);
        return;
    }
    if (!m_connected) {
        handle(connection_event::SocketFailed{socketError(error, m_broker, m_address, m_socket->errorString())});
        return;
    }
    // Closed or reset: what came before it is read first.
    QTcpSocket* const socket = m_socket.get();
    readAvailable();
    if (m_socket.get() == socket) {
        handle(connection_event::PeerClosed{});
    }
}

void Connection::tellWritten() {
    if (m_isWriting) {
        return;
    }
    for (const Written& written : std::exchange(m_untold, {})) {
        handle(connection_event::Written{written.bytes}, written.when);
    }
}

void Connection::perform(connection_command::Write& command) {
    QTcpSocket* const socket = m_socket.get();
    socket->write(reinterpret_cast<const char*>(command.bytes.data()), static_cast<qint64>(command.bytes.size()));
    // At once: left to the event loop, bytes are taken as late as the answer to them is there. What that tells is for
    // the machine when it has had its other commands carried out.
    m_isWriting = true;
    socket->flush();
    m_isWriting = false;
    QMetaObject::invokeMethod(
        this, [this] { tellWritten(); }, Qt::QueuedConnection);
}

void Connection::perform(connection_command::CloseSocket&) {
    if (m_socket == nullptr) {
        return;
    }
    // The socket may be the one whose signal led here. Where the event loop has ended it goes with this connection.
    QTcpSocket* const socket = m_socket.release();
    socket->setParent(this);
    socket->disconnect(this);
    socket->abort();
    socket->deleteLater();
}

void Connection::perform(connection_command::StartTimer& command) {
    const std::int64_t leftMs = std::max<std::int64_t>(0, (command.atNs - currentTime().steadyNs) / 1'000'000 + 1);
    auto timer = std::make_unique<QTimer>();
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    timer->callOnTimeout(this, [this, id = command.timer] {
        stopTimer(id);
        handle(connection_event::TimerExpired{id});
    });
    timer->start(std::chrono::milliseconds(leftMs));
    m_timers.insert_or_assign(static_cast<std::uint64_t>(command.timer), std::move(timer));
}

void Connection::perform(connection_command::StopTimer& command) {
    stopTimer(command.timer);
}

void Connection::stopTimer(TimerId id) {
    if (auto stopped = m_timers.extract(static_cast<std::uint64_t>(id))) {
        // It may be the one whose signal led here.
        QTimer* const timer = stopped.mapped().release();
        timer->stop();
        timer->setParent(this);
        timer->deleteLater();
    }
}

void Connection::perform(connection_command::Finished& command) {
    Q_EMIT finished(command.exchange);
}

void Connection::perform(connection_command::NotSent& command) {
    Q_EMIT notSent(command.token, command.error);
}

void Connection::perform(connection_command::Ready& command) {
    Q_EMIT ready(command.versions);
}

void Connection::perform(connection_command::Ended& command) {
    Q_EMIT ended(command.error);
}

}  // namespace brokerscope
