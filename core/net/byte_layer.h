#pragma once

#include "core/base/bytes.h"
#include "core/exchange/transport_error.h"

#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// What a layer wants after an event. With a failure `upward` has what came before it.
struct LayerOutput {
    ByteBuffer toPeer;   // towards the socket
    ByteBuffer upward;   // towards the Kafka frames
    bool ready = false;  // its handshake is done: the layer above may start
    std::optional<TransportError> failure;
};

// A transformation between the socket and the Kafka frames, such as TLS. Bytes in, bytes out: no socket, no clock.
class ByteLayer {
public:
    virtual ~ByteLayer() = default;

    virtual LayerOutput start() = 0;                   // the layer below is ready
    virtual LayerOutput received(ByteView bytes) = 0;  // from below
    virtual LayerOutput send(ByteView bytes) = 0;      // from above; only once ready
};

// The layers of a connection, the one at the socket first. An empty stack passes bytes through and is ready at once.
class LayerStack {
public:
    explicit LayerStack(std::vector<std::unique_ptr<ByteLayer>> layers = {}) : m_layers(std::move(layers)) {}

    LayerOutput start();
    LayerOutput received(ByteView bytes);
    LayerOutput send(ByteView bytes);

private:
    void startNext(LayerOutput& total);
    ByteBuffer sendBelow(std::size_t layer, ByteBuffer bytes, LayerOutput& total);

    std::vector<std::unique_ptr<ByteLayer>> m_layers;
    std::size_t m_readyCount = 0;
    bool m_readyTold = false;
};

}  // namespace brokerscope
