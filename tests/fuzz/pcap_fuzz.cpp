// A pcap file in two pieces: what is read does not depend on where it is cut, and everything is accounted for.
#include "core/capture/capture_reader.h"

#include <cstdlib>

using namespace brokerscope;

namespace {

struct Totals {
    std::size_t exchanges = 0;
    std::size_t connections = 0;
    std::uint64_t packets = 0;

    bool operator==(const Totals&) const = default;
};

Totals read(ByteView file, std::size_t cut) {
    CaptureReader reader(SchemaRegistry::embedded());
    reader.feed(file.first(cut));
    reader.feed(file.subspan(cut));
    reader.finish();
    const CaptureOutput output = reader.take();
    // Every connection that began is summed up once.
    if (output.connections.size() != reader.statistics().connections) {
        std::abort();
    }
    for (const CapturedExchange& entry : output.exchanges) {
        if ((!entry.exchange.request && !entry.exchange.response) || entry.packet() > reader.statistics().packets) {
            std::abort();
        }
    }
    return {output.exchanges.size(), output.connections.size(), reader.statistics().packets};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(data, size);
    const std::size_t cut = size == 0 ? 0 : data[size - 1] % size;
    if (read(file, 0) != read(file, cut)) {
        std::abort();
    }
    return 0;
}
