#pragma once

#include "core/exchange/exchange_summarizer.h"

#include <memory>

namespace brokerscope::testing {

// The exchange without the last bytes of its answer, as a connection tells it.
inline std::shared_ptr<const Exchange> cutOff(const Exchange& whole, std::size_t bytes = 1) {
    ByteBuffer frame(whole.response->begin(), whole.response->end() - static_cast<std::ptrdiff_t>(bytes));
    const std::size_t size = frame.size() - 4;
    for (std::size_t i = 0; i < 4; ++i) {
        frame[i] = static_cast<std::uint8_t>(size >> (8 * (3 - i)));
    }
    auto cut = std::make_shared<Exchange>(whole);
    cut->response = std::make_shared<const ByteBuffer>(std::move(frame));
    ExchangeSummarizer(SchemaRegistry::embedded(), {}, {}, nullptr).answer(*cut);
    return cut;
}

}  // namespace brokerscope::testing
