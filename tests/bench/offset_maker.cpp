// offset_maker FOLDER RECORDS: segments of a partition of __consumer_offsets with so many offset commits of a million
// keys, for scripts/bench.sh offsets.
#include "core/codec/byte_writer.h"
#include "tests/bench/offset_batches.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

using namespace brokerscope;

namespace {

constexpr std::uint64_t kPool = 20'000;
constexpr std::uint64_t kSegmentBytes = 104'857'600;  // offsets.topic.segment.bytes

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: offset_maker FOLDER RECORDS\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const std::uint64_t batches = std::strtoull(argv[2], nullptr, 10) / kBatchRecords;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::vector<ByteBuffer> pool = offsetBatches(std::min(kPool, batches));
    std::ofstream out;
    std::uint64_t size = kSegmentBytes;
    for (std::uint64_t batch = 0; batch < batches; ++batch) {
        ByteBuffer& bytes = pool[batch % pool.size()];
        const std::uint64_t offset = batch * kBatchRecords;
        if (size + bytes.size() > kSegmentBytes) {
            out = std::ofstream(folder / fmt::format("{:020}.log", offset), std::ios::binary);
            size = 0;
        }
        ByteWriter::storeFixed(bytes.data(), offset, 8);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        size += bytes.size();
        if (!out) {
            fmt::print(stderr, "offset_maker: {} cannot be written\n", folder.string());
            return 1;
        }
    }
    fmt::print("{} batches, {} records\n", batches, batches * kBatchRecords);
    return 0;
}
