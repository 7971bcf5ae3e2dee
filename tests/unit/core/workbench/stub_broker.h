#pragma once

#include "core/base/hex.h"
#include "core/cluster/cluster_settings.h"
#include "tests/support/stub_peer.h"

#include <algorithm>
#include <atomic>
#include <string_view>

namespace brokerscope::testing {

// Answers a frame with these bytes, its correlation id put in.
inline void answer(QTcpSocket& socket, const ByteBuffer& frame, std::string_view hex) {
    ByteBuffer bytes = *fromHex(hex);
    std::copy(frame.begin() + 8, frame.begin() + 12, bytes.begin() + 4);
    socket.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

// Lists Metadata v0-1, ListGroups v0 and CreateTopics v0; answers Metadata with one broker 1 at itself, and closes on
// CreateTopics. ListGroups gets no answer, or error 14 the first `loadingAnswers` times and none after that.
class StubBroker {
public:
    static constexpr int kSilent = -1;

    explicit StubBroker(int loadingAnswers = kSilent)
        : m_peer([this, loadingAnswers](QTcpSocket& socket, const ByteBuffer& frame) {
            react(socket, frame, loadingAnswers);
        }) {}

    ClusterSettings settings() const {
        ClusterSettings settings;
        settings.bootstrap = {{"127.0.0.1", m_peer.port()}};
        settings.timeout = std::chrono::milliseconds(5000);
        // The metadata names "h:9092".
        settings.resolve[{"h", 9092}] = {"127.0.0.1", m_peer.port()};
        return settings;
    }
    int groupListings() const { return m_groupListings; }

private:
    void react(QTcpSocket& socket, const ByteBuffer& frame, int loadingAnswers) {
        if (frame[5] == 18 && frame[7] > 0) {
            answer(socket, frame, "0000000a 00000000 0023 00000000");
        } else if (frame[5] == 18) {
            answer(socket, frame, "0000001c 00000000 0000 00000003 0003 0000 0001 0010 0000 0000 0013 0000 0000");
        } else if (frame[5] == 3) {
            answer(socket, frame, "0000001d 00000000 00000001 00000001 000168 00002384 ffff 00000001 00000000");
        } else if (frame[5] == 19) {
            socket.disconnectFromHost();
        } else if (frame[5] == 16 && loadingAnswers != kSilent) {
            const bool loading = m_groupListings++ < loadingAnswers;
            answer(socket, frame, loading ? "0000000a 00000000 000e 00000000" : "0000000a 00000000 0000 00000000");
        }
    }

    std::atomic<int> m_groupListings = 0;
    StubPeer m_peer;  // the last member: its thread uses the others
};

}  // namespace brokerscope::testing
