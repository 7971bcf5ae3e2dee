#include "core/net/byte_layer.h"

namespace brokerscope {
namespace {

void append(ByteBuffer& to, const ByteBuffer& bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

LayerOutput LayerStack::start() {
    LayerOutput total;
    startNext(total);
    return total;
}

void LayerStack::startNext(LayerOutput& total) {
    while (m_readyCount < m_layers.size() && !total.failure) {
        const std::size_t layer = m_readyCount;
        LayerOutput started = m_layers[layer]->start();
        append(total.toPeer, sendBelow(layer, std::move(started.toPeer), total));
        // What the layers below said of the first bytes stays: it came first.
        if (started.failure && !total.failure) {
            total.failure = std::move(started.failure);
        }
        if (!started.ready || total.failure) {
            return;
        }
        ++m_readyCount;
    }
    if (!m_readyTold && !total.failure) {
        m_readyTold = true;
        total.ready = true;
    }
}

LayerOutput LayerStack::received(ByteView bytes) {
    LayerOutput total;
    ByteBuffer passing(bytes.begin(), bytes.end());
    // Layers up to the one that is shaking hands see the bytes.
    for (std::size_t layer = 0; layer < m_layers.size() && layer <= m_readyCount && !passing.empty(); ++layer) {
        LayerOutput output = m_layers[layer]->received(passing);
        if (!total.failure) {
            append(total.toPeer, sendBelow(layer, std::move(output.toPeer), total));
        }
        passing = std::move(output.upward);
        if (output.failure && !total.failure) {
            total.failure = std::move(output.failure);
        }
        // What a layer understood before it failed is passed on.
        if (output.ready && layer == m_readyCount && !total.failure) {
            ++m_readyCount;
            startNext(total);
        }
    }
    total.upward = std::move(passing);
    return total;
}

LayerOutput LayerStack::send(ByteView bytes) {
    LayerOutput total;
    total.toPeer = sendBelow(m_layers.size(), ByteBuffer(bytes.begin(), bytes.end()), total);
    return total;
}

ByteBuffer LayerStack::sendBelow(std::size_t layer, ByteBuffer bytes, LayerOutput& total) {
    while (layer > 0 && !bytes.empty() && !total.failure) {
        --layer;
        LayerOutput output = m_layers[layer]->send(bytes);
        bytes = std::move(output.toPeer);
        total.failure = std::move(output.failure);
    }
    return bytes;
}

}  // namespace brokerscope
