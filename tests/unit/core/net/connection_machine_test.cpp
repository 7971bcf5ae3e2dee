#include "tests/unit/core/net/playbook.h"

#include <algorithm>

namespace brokerscope {
namespace {

using namespace connection_command;

constexpr std::string_view kMetadata = "00000010 0003 0001 00000005 0002 6364 ffffffff";

TEST(ConnectionMachine, NegotiatesWithTheNewestVersionFirst) {
    Playbook book;
    book.play(connection_event::Open{});
    EXPECT_EQ(book.all<OpenSocket>().size(), 1u);
    EXPECT_EQ(book.all<StartTimer>().size(), 1u);
    book.play(connection_event::SocketConnected{});
    EXPECT_EQ(book.writtenVersion(), 5);
    book.receive("0000000c 00000001 0000 01 00000000 00");
    ASSERT_EQ(book.all<Ready>().size(), 1u);
    EXPECT_EQ(book.all<Ready>()[0]->versions->askedVersion, 5);
    EXPECT_TRUE(book.all<Finished>()[0]->exchange.internal);
}

TEST(ConnectionMachine, C003_TakesThePeersOffer) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.receive("0000001000000001002300000001001200000003");
    EXPECT_EQ(book.writtenVersion(), 3);
    EXPECT_EQ(book.all<Finished>().size(), 1u);
    book.receive("0000000c 00000002 0000 01 00000000 00");
    EXPECT_TRUE(book.isReady());
    EXPECT_EQ(book.connections, 1u);
}

TEST(ConnectionMachine, C004_AsksVersionZeroWhereNothingIsOffered) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.receive("0000000a 00000001 0023 00000000");
    EXPECT_EQ(book.writtenVersion(), 0);
    book.receive("0000000a 00000002 0000 00000000");
    EXPECT_TRUE(book.isReady());
}

// Stub A: closes when the version is above 2.
TEST(ConnectionMachine, C005_ReconnectsAndStepsDown) {
    Playbook book;
    book.play(connection_event::Open{});
    std::vector<int> asked;
    for (int i = 0; i < 3; ++i) {
        book.play(connection_event::SocketConnected{});
        asked.push_back(book.writtenVersion());
        if (i < 2) {
            book.play(connection_event::PeerClosed{});
            ASSERT_EQ(book.all<Finished>().size(), 1u);
            EXPECT_NE(book.all<Finished>()[0]->exchange.failure->text().find("closed without reply to ApiVersions"),
                      std::string::npos);
            EXPECT_EQ(book.all<OpenSocket>().size(), 1u);
        }
    }
    EXPECT_EQ(asked, (std::vector{5, 3, 0}));
    book.receive("0000000a 00000003 0000 00000000");
    EXPECT_TRUE(book.isReady());
    EXPECT_EQ(book.connections, 3u);
}

// Stub B: answers error 35 and closes.
TEST(ConnectionMachine, C005_ReconnectsWithTheOffer) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.receive("0000001000000001002300000001001200000003");
    book.play(connection_event::PeerClosed{});
    book.play(connection_event::SocketConnected{});
    EXPECT_EQ(book.writtenVersion(), 3);
    book.receive("0000001000000003002300000001001200000003");
    book.play(connection_event::PeerClosed{});
    book.play(connection_event::SocketConnected{});
    EXPECT_EQ(book.writtenVersion(), 0);
    book.receive("0000000a 00000005 0000 00000000");
    EXPECT_TRUE(book.isReady());
    EXPECT_EQ(book.connections, 3u);
}

TEST(ConnectionMachine, GivesUpAfterThreeConnections) {
    Playbook book;
    book.play(connection_event::Open{});
    for (int i = 0; i < 3; ++i) {
        book.play(connection_event::SocketConnected{});
        book.play(connection_event::PeerClosed{});
    }
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_EQ(book.all<Ended>()[0]->error.error.id, MessageId::ConnectionClosed);
    EXPECT_EQ(book.connections, 3u);
}

TEST(ConnectionMachine, WithoutNegotiationTheRequestIsTheFirstFrame) {
    ConnectionSettings settings;
    settings.negotiate = false;
    Playbook book(std::move(settings));
    book.play(connection_event::Open{});
    book.send(1, kMetadata);
    EXPECT_TRUE(book.all<Write>().empty());
    book.play(connection_event::SocketConnected{});
    ASSERT_EQ(book.all<Write>().size(), 1u);
    EXPECT_EQ(book.all<Write>()[0]->bytes, *fromHex(kMetadata));
    EXPECT_EQ(book.all<Ready>()[0]->versions, nullptr);
}

// A caller's first request tells how long its connection took, whoever waited for that.
TEST(ConnectionMachine, TheFirstRequestOfACallerHasTheConnectTime) {
    ConnectionSettings settings;
    settings.negotiate = false;
    Playbook book(std::move(settings));
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    for (std::uint64_t token = 1; token <= 2; ++token) {
        book.send(token, kMetadata);
        book.receive("00000010 00000005 00000000 ffffffff 00000000");
        ASSERT_EQ(book.all<Finished>().size(), 1u);
        EXPECT_EQ(book.all<Finished>()[0]->exchange.times.connectNs >= 0, token == 1);
    }
}

// A wrong id to our own question is no reason to wait until the time is over.
TEST(ConnectionMachine, C009_AWrongIdEndsTheNegotiation) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.receive("0000000c 00000033 0000 01 00000000 00");
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_EQ(book.all<Ended>()[0]->error.error.id, MessageId::CorrelationUnexpected);
}

TEST(ConnectionMachine, ATimeOutSaysTheTimeThatWasAskedForAndNamesOurOwnRequests) {
    Playbook book;
    book.becomeReady();
    OutgoingRequest request{1, std::make_shared<const ByteBuffer>(*fromHex(kMetadata)), false, true, 998'000'000, 1000};
    book.play(connection_event::Send{request});
    book.play(connection_event::TimerExpired{static_cast<TimerId>(1)});
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.failure->text(), "broker:9092 (Metadata v1): no answer within 1 s");
}

// E6 of the worked examples: three requests before the first answer.
TEST(ConnectionMachine, E6_PipelinesWithIdsOfItsOwn) {
    Playbook book;
    book.becomeReady();
    for (std::uint64_t token = 1; token <= 3; ++token) {
        book.send(token, "0000000c 0012 0000 00000000 0002 6364", true);
        ASSERT_EQ(book.all<Write>().size(), 1u);
        EXPECT_EQ(book.all<Write>()[0]->bytes[11], token + 1);
    }
    book.receive("0000000a 00000002 0000 00000000 0000000a 00000003 0000 00000000 0000000a 00000004 0000 00000000");
    const auto finished = book.all<Finished>();
    ASSERT_EQ(finished.size(), 3u);
    for (std::uint64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(finished[i]->exchange.token, i + 1);
        EXPECT_TRUE(finished[i]->exchange.notes.empty());
    }
}

TEST(ConnectionMachine, C008_AcksZeroIsFinishedWhenWritten) {
    Playbook book;
    book.becomeReady();
    book.send(4, "000000160000000300000009ffffffff0000000003e800000000");
    EXPECT_TRUE(book.all<Finished>().empty());
    book.play(connection_event::Written{1000});
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_GT(book.all<Finished>()[0]->exchange.times.writtenNs, 0);
    EXPECT_TRUE(book.all<Finished>()[0]->exchange.noResponseByDesign);
}

TEST(ConnectionMachine, NamesPeersThatAreNotKafka) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.send(1, kMetadata);
    const std::string answer = "HTTP/1.1 400 Bad Request\r\n";
    book.play(connection_event::Received{asBytes(answer)});
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_EQ(book.all<Ended>()[0]->error.error.id, MessageId::NotKafka);
    ASSERT_EQ(book.all<NotSent>().size(), 1u);
    EXPECT_EQ(book.all<CloseSocket>().size(), 1u);
}

TEST(ConnectionMachine, OversizedAnswerEndsTheConnection) {
    ConnectionSettings settings;
    settings.limits.frame = 1000;
    Playbook book(std::move(settings));
    book.becomeReady();
    book.send(1, kMetadata);
    book.receive("01400045");
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.failure->error.id, MessageId::FrameSizeTooLarge);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.failure->error.arguments,
              (std::vector<std::string>{"20971589", "1000", " from broker:9092"}));
}

TEST(ConnectionMachine, SilentPeerMeetsTheDeadline) {
    Playbook book;
    book.becomeReady();
    book.send(6, kMetadata);
    book.play(connection_event::TimerExpired{TimerId{6}});
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.failure->error.id, MessageId::TimedOut);
    book.play(connection_event::TimerExpired{TimerId{6}});
    EXPECT_TRUE(book.commands.empty());
}

TEST(ConnectionMachine, ConnectDeadlineCoversNegotiation) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.play(connection_event::TimerExpired{TimerId::Connect});
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_EQ(book.all<Ended>()[0]->error.error.id, MessageId::TimedOut);
}

TEST(ConnectionMachine, AnswersBeforeTheCloseCount) {
    Playbook book;
    book.becomeReady();
    book.send(1, kMetadata);
    book.send(2, "00000010 0003 0001 00000006 0002 6364 ffffffff");
    book.receive("00000010 00000005 00000000 ffffffff 00000000");
    EXPECT_EQ(book.all<Finished>().size(), 1u);
    book.play(connection_event::PeerClosed{});
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.token, 2u);
    EXPECT_EQ(book.all<Finished>()[0]->exchange.failure->error.id, MessageId::ConnectionClosed);
    book.send(3, kMetadata);
    ASSERT_EQ(book.all<NotSent>().size(), 1u);
}

// A layer as TLS will be one: a greeting first, then every byte changed.
class InvertingLayer : public ByteLayer {
public:
    LayerOutput start() override { return {{0x55}, {}, false, std::nullopt}; }
    LayerOutput received(ByteView bytes) override {
        LayerOutput output;
        if (!m_greeted) {
            m_greeted = true;
            output.ready = true;
            bytes = bytes.subspan(1);
        }
        output.upward = inverted(bytes);
        return output;
    }
    LayerOutput send(ByteView bytes) override { return {inverted(bytes), {}, false, std::nullopt}; }

private:
    static ByteBuffer inverted(ByteView bytes) {
        ByteBuffer result(bytes.begin(), bytes.end());
        std::for_each(result.begin(), result.end(),
                      [](std::uint8_t& byte) { byte = static_cast<std::uint8_t>(~byte); });
        return result;
    }
    bool m_greeted = false;
};

// A layer that refuses whatever is sent through it.
class RefusingLayer : public ByteLayer {
public:
    LayerOutput start() override { return {{}, {}, true, std::nullopt}; }
    LayerOutput received(ByteView bytes) override { return {{}, {bytes.begin(), bytes.end()}, false, std::nullopt}; }
    LayerOutput send(ByteView) override {
        return {{}, {}, false, TransportError{{MessageId::Other, {"refused"}, std::nullopt, {}}, std::nullopt}};
    }
};

TEST(LayerStack, AFailureBelowALayerThatStartsIsNotLost) {
    std::vector<std::unique_ptr<ByteLayer>> layers;
    layers.push_back(std::make_unique<RefusingLayer>());
    layers.push_back(std::make_unique<InvertingLayer>());
    const LayerOutput output = LayerStack(std::move(layers)).start();
    ASSERT_TRUE(output.failure);
    EXPECT_EQ(output.failure->text(), "refused");
    EXPECT_FALSE(output.ready);
}

TEST(ConnectionMachine, OfAChosenReleaseTheVersionsAreThose) {
    ConnectionSettings settings;
    settings.schemas.release = "3.9.2";
    Playbook book(std::move(settings));
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    EXPECT_EQ(book.writtenVersion(), 4);
}

TEST(ConnectionMachine, LayersStandBetweenSocketAndFrames) {
    ConnectionSettings settings;
    settings.makeLayers = [] {
        std::vector<std::unique_ptr<ByteLayer>> layers;
        layers.push_back(std::make_unique<InvertingLayer>());
        return layers;
    };
    Playbook book(std::move(settings));
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    ASSERT_EQ(book.all<Write>().size(), 1u);
    EXPECT_EQ(book.all<Write>()[0]->bytes, ByteBuffer{0x55});
    book.receive("55");
    ASSERT_EQ(book.all<Write>().size(), 1u);
    EXPECT_EQ(book.all<Write>()[0]->bytes[5], static_cast<std::uint8_t>(~18));
    book.receive("fffffff3 fffffffe ffff fe ffffffff ff");
    EXPECT_TRUE(book.isReady());
}

// Our own question is answered with what does not decode: nothing is known of the peer.
TEST(ConnectionMachine, VersionsThatDoNotDecodeEndTheNegotiation) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    book.receive("0000000a 00000001 0000 05 000000");
    EXPECT_TRUE(book.all<Ready>().empty());
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_EQ(book.all<Ended>()[0]->error.error.id, MessageId::AnswerMalformed);
    ASSERT_EQ(book.all<Finished>().size(), 1u);
    EXPECT_TRUE(book.all<Finished>()[0]->exchange.malformed);
}

TEST(ConnectionMachine, EndedIsTheLastCommand) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    // A wrong id to our question, and bytes that nobody asked for with it.
    book.receive("0000000c 00000033 0000 01 00000000 00 0000000c 00000044 0000 01 00000000 00");
    EXPECT_EQ(book.all<Finished>().size(), 2u);
    ASSERT_EQ(book.all<Ended>().size(), 1u);
    EXPECT_TRUE(std::holds_alternative<Ended>(book.commands.back()));
}

TEST(ConnectionMachine, TheTimerOfARequestEndsWithIt) {
    Playbook book;
    book.becomeReady();
    ASSERT_EQ(book.all<StopTimer>().size(), 1u);
    EXPECT_EQ(book.all<StopTimer>()[0]->timer, TimerId::Connect);
    book.send(1, kMetadata);
    EXPECT_EQ(book.all<StartTimer>().size(), 1u);
    book.receive("00000010 00000005 00000000 ffffffff 00000000");
    ASSERT_EQ(book.all<StopTimer>().size(), 1u);
    EXPECT_EQ(book.all<StopTimer>()[0]->timer, TimerId{1});
}

TEST(ConnectionMachine, OfASocketThatWasNotOpenedNothingIsHeard) {
    Playbook book;
    book.play(connection_event::Written{12});
    EXPECT_TRUE(book.commands.empty());
    book.receive("0000000c 00000001");
    EXPECT_TRUE(book.commands.empty());
    book.play(connection_event::PeerClosed{});
    EXPECT_TRUE(book.commands.empty());
    book.becomeReady();
    EXPECT_TRUE(book.isReady());
}

// A layer that passes bytes up and fails with the first zero, as TLS does with an alert behind data.
class StoppingLayer : public ByteLayer {
public:
    LayerOutput start() override { return {{}, {}, true, std::nullopt}; }
    LayerOutput received(ByteView bytes) override {
        const auto stop = std::find(bytes.begin(), bytes.end(), std::uint8_t{0});
        LayerOutput output{{}, {bytes.begin(), stop}, false, std::nullopt};
        if (stop != bytes.end()) {
            output.failure = TransportError{{MessageId::Other, {"stopped"}, std::nullopt, {}}, std::nullopt};
        }
        return output;
    }
    LayerOutput send(ByteView bytes) override { return {{bytes.begin(), bytes.end()}, {}, false, std::nullopt}; }
};

TEST(LayerStack, WhatCameBeforeAFailureIsPassedOn) {
    std::vector<std::unique_ptr<ByteLayer>> layers;
    layers.push_back(std::make_unique<StoppingLayer>());
    layers.push_back(std::make_unique<InvertingLayer>());
    LayerStack stack(std::move(layers));
    stack.start();
    const LayerOutput output = stack.received(ByteBuffer{0x55, 0xfe, 0xfd, 0x00, 0x01});
    ASSERT_TRUE(output.failure);
    EXPECT_EQ(output.failure->text(), "stopped");
    EXPECT_EQ(output.upward, (ByteBuffer{0x01, 0x02}));
}

}  // namespace
}  // namespace brokerscope
