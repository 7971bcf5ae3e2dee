// Any bytes as snappy data; the first byte chooses magic and form.
#include "tests/fuzz/compress_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return brokerscope::testing::fuzzCodec(brokerscope::CompressionType::Snappy, data, size);
}
