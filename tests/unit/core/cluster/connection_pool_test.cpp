#include "core/cluster/connection_pool.h"

#include "core/base/hex.h"
#include "tests/unit/core/net/stub_server.h"

#include <QEventLoop>
#include <QTimer>

#include <gtest/gtest.h>

#include <chrono>

namespace brokerscope {
namespace {

using namespace std::chrono_literals;

ClusterSettings poolSettings(std::chrono::milliseconds timeout) {
    ClusterSettings settings;
    settings.negotiate = false;
    settings.timeout = timeout;
    return settings;
}

OutgoingRequest metadataRequest(std::chrono::milliseconds patience) {
    OutgoingRequest request;
    request.frame = std::make_shared<const ByteBuffer>(*fromHex("00000010 0003 0001 00000000 0002 6364 ffffffff"));
    request.ownCorrelationId = true;
    request.deadlineNs = currentTime().steadyNs + std::chrono::nanoseconds(patience).count();
    return request;
}

// Runs events until something holds; false where it does not within ten seconds.
bool runUntil(const std::function<bool()>& holds) {
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (holds()) {
            loop.quit();
        }
    });
    look.start(5ms);
    QTimer::singleShot(10s, &loop, &QEventLoop::quit);
    loop.exec();
    return holds();
}

class ConnectionPoolTest : public ::testing::Test {
protected:
    void make(StubServer::OnFrame onFrame, std::chrono::milliseconds timeout) {
        m_server = std::make_unique<StubServer>(std::move(onFrame));
        m_pool = std::make_unique<ConnectionPool>(SchemaRegistry::embedded(), poolSettings(timeout), m_store);
    }
    Endpoint endpoint() const { return {"127.0.0.1", m_server->port()}; }
    // Sends once connected, and waits for what comes of it.
    AnsweredResult ask(std::chrono::milliseconds patience) {
        bool isPrepared = false;
        m_pool->prepare(endpoint(), [&isPrepared](const PreparedResult& result) {
            EXPECT_TRUE(result);
            isPrepared = true;
        });
        EXPECT_TRUE(runUntil([&isPrepared] { return isPrepared; }));
        std::optional<AnsweredResult> told;
        m_pool->send(endpoint(), metadataRequest(patience), [&told](const AnsweredResult& result) { told = result; });
        EXPECT_TRUE(runUntil([&told] { return told.has_value(); }));
        return told.value_or(tl::unexpected(TransportError{}));
    }
    std::size_t connections() const {
        return static_cast<std::size_t>(m_pool->findChildren<Connection*>(Qt::FindDirectChildrenOnly).size());
    }

    std::shared_ptr<ExchangeStore> m_store = std::make_shared<ExchangeStore>();
    std::unique_ptr<StubServer> m_server;
    std::unique_ptr<ConnectionPool> m_pool;
};

// What is learnt of an address holds for the connection that is open, too.
TEST_F(ConnectionPoolTest, ABrokerThatIsNamedIsInTheExchangesOfItsConnection) {
    make(
        [](QTcpSocket& socket, const ByteBuffer& frame) {
            ByteBuffer answer = *fromHex("00000010 00000000 00000000 ffffffff 00000000");
            std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
            socket.write(reinterpret_cast<const char*>(answer.data()), static_cast<qint64>(answer.size()));
        },
        10s);
    const AnsweredResult first = ask(10s);
    ASSERT_TRUE(first);
    EXPECT_EQ((*first)->brokerId, kBootstrapNode);
    m_pool->nameBroker(endpoint(), 7);
    const AnsweredResult second = ask(10s);
    ASSERT_TRUE(second);
    EXPECT_EQ((*second)->brokerId, 7);
    EXPECT_EQ((*first)->connection, (*second)->connection);
}

TEST_F(ConnectionPoolTest, AConnectionThatLeftARequestUnansweredIsClosedInTheEnd) {
    make([](QTcpSocket&, const ByteBuffer&) {}, 1s);
    const AnsweredResult result = ask(20ms);
    ASSERT_TRUE(result);
    EXPECT_EQ((*result)->failure->error.id, MessageId::TimedOut);
    EXPECT_EQ(connections(), 1U) << "a late answer may come";
    EXPECT_TRUE(runUntil([this] { return connections() == 0; }));
}

TEST_F(ConnectionPoolTest, NoMoreThanAFewAreLeftOpen) {
    make([](QTcpSocket&, const ByteBuffer&) {}, 60s);
    for (std::size_t i = 0; i < ConnectionPool::kMostLeft + 3; ++i) {
        ask(5ms);
    }
    EXPECT_TRUE(runUntil([this] { return connections() <= ConnectionPool::kMostLeft; })) << connections();
}

}  // namespace
}  // namespace brokerscope
