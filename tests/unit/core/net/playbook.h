#pragma once

#include "core/base/hex.h"
#include "core/net/connection_machine.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace brokerscope {

// A connection machine played by hand: events go in, the commands of the last event are kept.
class Playbook {
public:
    explicit Playbook(ConnectionSettings settings = {})
        : m_machine(SchemaRegistry::embedded(), prepared(std::move(settings))) {}

    void play(const ConnectionEvent& event) { commands = m_machine.handle(event, {++clock, 0}); }
    void receive(std::string_view hex) {
        const ByteBuffer bytes = *fromHex(hex);
        play(connection_event::Received{bytes});
    }
    void send(std::uint64_t token, std::string_view hex, bool ownCorrelationId = false) {
        play(connection_event::Send{
            {token, std::make_shared<const ByteBuffer>(*fromHex(hex)), ownCorrelationId, false, clock + 1'000'000}});
    }
    // Opens, connects, and answers ApiVersions (correlation id 1) with an empty list in the form of v5.
    void becomeReady() {
        play(connection_event::Open{});
        play(connection_event::SocketConnected{});
        receive("0000000c 00000001 0000 01 00000000 00");
    }

    template <class Command>
    std::vector<const Command*> all() const {
        std::vector<const Command*> found;
        for (const ConnectionCommand& command : commands) {
            if (const auto* wanted = std::get_if<Command>(&command)) {
                found.push_back(wanted);
            }
        }
        return found;
    }
    // API version in the only frame that was written.
    int writtenVersion() const {
        const auto writes = all<connection_command::Write>();
        EXPECT_EQ(writes.size(), 1u);
        return writes.empty() ? -1 : writes[0]->bytes[7];
    }
    bool isReady() const { return m_machine.isReady(); }

    std::vector<ConnectionCommand> commands;
    std::int64_t clock = 0;
    std::uint32_t connections = 0;

private:
    ConnectionSettings prepared(ConnectionSettings settings) {
        settings.broker = {"broker", 9092};
        settings.nextConnectionId = [this] { return static_cast<ConnectionId>(++connections); };
        return settings;
    }

    ConnectionMachine m_machine;
};

}  // namespace brokerscope
