// offsets_bench RECORDS: replays so many offset commits of __consumer_offsets, a million live keys, as the CLI's
// `offsets` does: one partition alone, the same with every operation put together, and two partitions on two threads.
#include "core/codec/byte_writer.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/records/batch_iterator.h"
#include "tests/bench/offset_batches.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <thread>
#include <vector>

using namespace brokerscope;

namespace {

struct Outcome {
    std::uint64_t commits = 0;
    std::uint64_t operations = 0;
    std::uint64_t stateBytes = 0;
};

// The pool again and again, at rising offsets.
Outcome replay(const TopicRecordReader& topics, std::vector<ByteBuffer> pool, std::uint64_t records, bool isWatched) {
    std::uint64_t seen = 0;
    GroupStateReplay replay(
        topics, 0, isWatched ? TakeGroupOperation([&](const GroupOperation&) { ++seen; }) : TakeGroupOperation());
    RecordReader reader;
    for (std::uint64_t batch = 0; batch * kBatchRecords < records; ++batch) {
        ByteBuffer& bytes = pool[batch % pool.size()];
        ByteWriter::storeFixed(bytes.data(), batch * kBatchRecords, 8);
        BatchIterator iterator(bytes);
        BatchEntry entry;
        if (!iterator.next(entry) || !reader.open(entry)) {
            std::abort();
        }
        replay.entry(reader, bytes.size());
    }
    return {replay.counts().commits, seen, replay.stateBytes()};
}

// Seconds of the clock and of the processor, all threads together: the second is true on a busy machine too.
class Stopwatch {
public:
    void report(const char* what, std::uint64_t commits) const {
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - m_start;
        const double processor = static_cast<double>(std::clock() - m_processor) / CLOCKS_PER_SEC;
        fmt::print("{:<28} {:>6.2f} s   {:>5.2f} M commits/s   {:>6.2f} s of processor\n", what, taken.count(),
                   static_cast<double>(commits) / taken.count() / 1e6, processor);
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::clock_t m_processor = std::clock();
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: offsets_bench RECORDS\n");
        return 2;
    }
    const std::uint64_t records = std::strtoull(argv[1], nullptr, 10);
    const std::vector<ByteBuffer> pool = offsetBatches(20'000);
    const TopicRecordReader topics(SchemaRegistry::embedded());
    const Stopwatch first;
    const Outcome alone = replay(topics, pool, records, false);
    first.report("one partition", alone.commits);
    const Stopwatch second;
    const Outcome watched = replay(topics, pool, records, true);
    second.report("one partition, operations", watched.commits);
    const Stopwatch third;
    Outcome halves[2];
    std::vector<std::thread> threads;
    for (Outcome& half : halves) {
        threads.emplace_back([&] { half = replay(topics, pool, records / 2, false); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    third.report("two partitions, two threads", halves[0].commits + halves[1].commits);
    fmt::print("state {} MB, {} operations\n", alone.stateBytes / 1'000'000, watched.operations);
    return alone.commits == records && watched.commits == records ? 0 : 1;
}
