// A request frame, and the same bytes as an answer to every kind of request.
#include "tests/support/fuzzed_tree.h"

using namespace brokerscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::make_shared<const ByteBuffer>(data, data + size);
    testing::useTree(decodeRequestFrame(SchemaRegistry::embedded(), bytes, {}, testing::fuzzLimits()));
    const int key = size > 5 ? data[5] % 96 : 18;
    const int version = size > 7 ? data[7] % 20 : 0;
    testing::useTree(decodeResponseFrame(SchemaRegistry::embedded(), key, version, bytes, {}, testing::fuzzLimits()));
    return 0;
}
