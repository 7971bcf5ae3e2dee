// segment_maker FILE BYTES: a segment of at least so many bytes, uncompressed batches of 150 records of 100 bytes, for
// scripts/bench.sh records.
#include "core/codec/byte_writer.h"
#include "tests/bench/bench_batches.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

using namespace brokerscope;

namespace {

constexpr int kRecords = 150;      // what a producer puts into 16 KiB
constexpr std::size_t kPool = 64;  // batches with different records

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: segment_maker FILE BYTES\n");
        return 2;
    }
    const std::uint64_t wanted = std::strtoull(argv[2], nullptr, 10);
    std::vector<ByteBuffer> batches = bench::composeBenchBatches(CompressionType::None, kRecords, kPool);
    std::ofstream out(argv[1], std::ios::binary);
    std::uint64_t size = 0;
    std::uint64_t count = 0;
    for (; size < wanted && out; ++count) {
        ByteBuffer& batch = batches[count % kPool];
        ByteWriter::storeFixed(batch.data(), count * kRecords, 8);
        out.write(reinterpret_cast<const char*>(batch.data()), static_cast<std::streamsize>(batch.size()));
        size += batch.size();
    }
    out.close();
    fmt::print("{} bytes, {} batches, {} records\n", size, count, count * kRecords);
    return out ? 0 : 1;
}
