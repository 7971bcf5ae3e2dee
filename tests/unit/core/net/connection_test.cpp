#include "core/base/hex.h"
#include "core/net/connection.h"
#include "tests/unit/core/net/stub_server.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <gtest/gtest.h>

#include <algorithm>

namespace brokerscope {
namespace {

// An answer by hex with the correlation id of the frame that it answers.
void answer(QTcpSocket& socket, const ByteBuffer& frame, std::string_view hex) {
    ByteBuffer bytes = *fromHex(hex);
    std::copy(frame.begin() + 8, frame.begin() + 12, bytes.begin() + 4);
    socket.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

constexpr std::string_view kOffer = "0000001000000000002300000001001200000003";
constexpr std::string_view kNoOffer = "0000000a 00000000 0023 00000000";
constexpr std::string_view kAnswerV0 = "0000000a 00000000 0000 00000000";
constexpr std::string_view kAnswerV3 = "0000000c 00000000 0000 01 00000000 00";

// One connection to a stub, run until it is ready, ended, or `wanted` exchanges are finished.
class StubbedConnection {
public:
    explicit StubbedConnection(StubServer::OnFrame onFrame, bool negotiate = true) : stub(std::move(onFrame)) {
        ConnectionSettings settings;
        settings.broker = {"127.0.0.1", stub.port()};
        settings.negotiate = negotiate;
        settings.nextConnectionId = [this] { return static_cast<ConnectionId>(++m_ids); };
        const Endpoint address = settings.broker;
        connection = std::make_unique<Connection>(SchemaRegistry::embedded(), std::move(settings), address);
        QObject::connect(connection.get(), &Connection::ready, connection.get(), [this] { check(); });
        QObject::connect(connection.get(), &Connection::ended, connection.get(), [this](const TransportError& error) {
            end = error;
            m_loop.quit();
        });
        QObject::connect(connection.get(), &Connection::finished, connection.get(), [this](const Exchange& exchange) {
            exchanges.push_back(exchange);
            check();
        });
        connection->open();
    }

    void runUntil(std::function<bool()> reached) {
        m_reached = std::move(reached);
        QTimer::singleShot(10'000, &m_loop, &QEventLoop::quit);
        check();
        if (!m_reached()) {
            m_loop.exec();
        }
    }
    void runUntilReady() {
        runUntil([this] { return connection->isReady(); });
    }

    StubServer stub;
    std::unique_ptr<Connection> connection;
    std::vector<Exchange> exchanges;
    std::optional<TransportError> end;

private:
    void check() {
        if (m_reached && m_reached()) {
            m_loop.quit();
        }
    }

    QEventLoop m_loop;
    std::function<bool()> m_reached;
    std::uint32_t m_ids = 0;
};

int versionOf(const ByteBuffer& frame) {
    return frame[7];
}

TEST(Connection, C003_StubAnswersInV0Form) {
    StubbedConnection stubbed([](QTcpSocket& socket, const ByteBuffer& frame) {
        answer(socket, frame, versionOf(frame) > 3 ? kOffer : kAnswerV3);
    });
    stubbed.runUntilReady();
    EXPECT_TRUE(stubbed.connection->isReady());
    ASSERT_EQ(stubbed.exchanges.size(), 2u);
    EXPECT_EQ(stubbed.exchanges[1].apiVersion, 3);
}

TEST(Connection, C004_StubOffersNothing) {
    StubbedConnection stubbed([](QTcpSocket& socket, const ByteBuffer& frame) {
        answer(socket, frame, versionOf(frame) > 0 ? kNoOffer : kAnswerV0);
    });
    stubbed.runUntilReady();
    EXPECT_TRUE(stubbed.connection->isReady());
    EXPECT_EQ(stubbed.stub.connections(), 1);
}

TEST(Connection, C005_StubAClosesOnUnknownVersions) {
    StubbedConnection stubbed([](QTcpSocket& socket, const ByteBuffer& frame) {
        if (versionOf(frame) > 2) {
            socket.disconnectFromHost();
        } else {
            answer(socket, frame, kAnswerV0);
        }
    });
    stubbed.runUntilReady();
    EXPECT_TRUE(stubbed.connection->isReady());
    EXPECT_EQ(stubbed.stub.connections(), 3);
}

TEST(Connection, C005_StubBAnswersAndCloses) {
    StubbedConnection stubbed([](QTcpSocket& socket, const ByteBuffer& frame) {
        if (versionOf(frame) > 0) {
            answer(socket, frame, kOffer);
            socket.disconnectFromHost();
        } else {
            answer(socket, frame, kAnswerV0);
        }
    });
    stubbed.runUntilReady();
    EXPECT_TRUE(stubbed.connection->isReady());
    EXPECT_LE(stubbed.stub.connections(), 3);
}

OutgoingRequest requestOf(std::uint64_t token, std::string_view hex, std::int64_t patienceMs) {
    return {token, std::make_shared<const ByteBuffer>(*fromHex(hex)), false, false,
            currentTime().steadyNs + patienceMs * 1'000'000};
}

TEST(Connection, C009_StubAnswersWithAnotherId) {
    StubbedConnection stubbed(
        [](QTcpSocket& socket, const ByteBuffer& frame) {
            ByteBuffer other = frame;
            other[11] = 2;
            answer(socket, other, kAnswerV0);
        },
        false);
    stubbed.connection->send(requestOf(1, "0000000c 0012 0000 00000001 0002 6364", 30'000));
    stubbed.runUntil([&] { return stubbed.exchanges.size() == 1; });
    ASSERT_EQ(stubbed.exchanges.size(), 1u);
    EXPECT_TRUE(stubbed.exchanges[0].response);
    ASSERT_FALSE(stubbed.exchanges[0].notes.empty());
    EXPECT_NE(stubbed.exchanges[0].notes[0].text().find("expected correlation id 1, got 2"), std::string::npos);
    EXPECT_EQ(stubbed.exchanges[0].failure->error.id, MessageId::CorrelationUnexpected);
}

TEST(Connection, C010_StubAnswersTheSecondFirst) {
    ByteBuffer first;
    StubbedConnection stubbed(
        [&first](QTcpSocket& socket, const ByteBuffer& frame) {
            if (first.empty()) {
                first = frame;
                return;
            }
            answer(socket, frame, "00000010 00000000 00000000 ffffffff 00000000");
            answer(socket, first, kAnswerV0);
        },
        false);
    stubbed.connection->send(requestOf(1, "0000000c 0012 0000 00000001 0002 6364", 5000));
    stubbed.connection->send(requestOf(2, "00000010 0003 0001 00000002 0002 6364 ffffffff", 5000));
    stubbed.runUntil([&] { return stubbed.exchanges.size() == 2; });
    ASSERT_EQ(stubbed.exchanges.size(), 2u);
    EXPECT_EQ(stubbed.exchanges[0].token, 2u);
    ASSERT_EQ(stubbed.exchanges[0].notes.size(), 1u);
    EXPECT_EQ(stubbed.exchanges[0].notes[0].id, MessageId::CorrelationOutOfOrder);
    EXPECT_EQ(stubbed.exchanges[1].token, 1u);
    EXPECT_EQ(stubbed.exchanges[1].unread, 0u);
}

TEST(Connection, UnreachablePortIsAConnectError) {
    StubbedConnection stubbed([](QTcpSocket&, const ByteBuffer&) {});
    QTcpServer taken;
    taken.listen(QHostAddress::LocalHost);
    const Endpoint nobody{"127.0.0.1", taken.serverPort()};
    taken.close();
    ConnectionSettings settings;
    settings.broker = nobody;
    settings.nextConnectionId = [] { return ConnectionId{1}; };
    Connection connection(SchemaRegistry::embedded(), std::move(settings), nobody);
    std::optional<TransportError> end;
    QEventLoop loop;
    QObject::connect(&connection, &Connection::ended, &connection, [&](const TransportError& error) {
        end = error;
        loop.quit();
    });
    QTimer::singleShot(10'000, &loop, &QEventLoop::quit);
    connection.open();
    loop.exec();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->error.id, MessageId::ConnectRefused);
}

}  // namespace
}  // namespace brokerscope

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
