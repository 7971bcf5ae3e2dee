// offsets_bench RECORDS: replays so many offset commits of __consumer_offsets, a million live keys, as the CLI's
// `offsets` does: one partition alone, the same with every operation put together, and two partitions on two threads.
#include "core/codec/byte_writer.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/records/batch_iterator.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <thread>
#include <vector>

using namespace brokerscope;

namespace {

constexpr int kBatchRecords = 50;  // a consumer commits what it owns at once
constexpr std::uint64_t kPool = 20'000;

void putText(ByteWriter& writer, const std::string& text) {
    writer.putFixed(text.size(), 2);
    writer.putBytes(asBytes(text));
}

// OffsetCommit v4 as brokers of 4.4.0 write it.
ByteBuffer commitRecord(std::uint64_t batch, int number) {
    ByteWriter key;
    key.putFixed(1, 2);
    putText(key, fmt::format("payments-consumer-{:04}", batch % 1000));
    putText(key, fmt::format("orders-by-region-{:02}", batch / 1000));
    key.putFixed(static_cast<std::uint64_t>(number), 4);
    ByteWriter value;
    value.putFixed(4, 2);
    value.putFixed(batch * 17, 8);
    value.putFixed(3, 4);
    value.putByte(1);
    value.putFixed(1796007706683, 8);
    for (const std::uint8_t byte : ByteBuffer{1, 0, 16}) {
        value.putByte(byte);
    }
    value.putFixed(0x773dface74c64293, 8);
    value.putFixed(batch / 1000, 8);
    ByteWriter record;
    record.putByte(0);
    record.putZigzag(0);
    record.putZigzag(number);
    record.putZigzag(static_cast<std::int64_t>(key.written().size()));
    record.putBytes(key.written());
    record.putZigzag(static_cast<std::int64_t>(value.written().size()));
    record.putBytes(value.written());
    record.putZigzag(0);
    ByteWriter sized;
    sized.putZigzag(static_cast<std::int64_t>(record.written().size()));
    sized.putBytes(record.written());
    return sized.finish();
}

ByteBuffer commitBatch(std::uint64_t batch) {
    ByteWriter records;
    for (int number = 0; number < kBatchRecords; ++number) {
        records.putBytes(commitRecord(batch, number));
    }
    ByteWriter writer;
    writer.putFixed(0, 8);
    writer.putFixed(records.written().size() + BatchHeader::kSize - BatchHeader::kLengthEnd, 4);
    writer.putFixed(0, 4);
    writer.putByte(2);
    writer.putFixed(0, 4);
    writer.putFixed(0, 2);
    writer.putFixed(kBatchRecords - 1, 4);
    writer.putFixed(1796007706683, 8);
    writer.putFixed(1796007706683, 8);
    writer.putFixed(~std::uint64_t{0}, 8);
    writer.putFixed(~std::uint64_t{0}, 2);
    writer.putFixed(~std::uint64_t{0}, 4);
    writer.putFixed(kBatchRecords, 4);
    writer.putBytes(records.written());
    return writer.finish();
}

struct Outcome {
    std::uint64_t commits = 0;
    std::uint64_t operations = 0;
    std::uint64_t stateBytes = 0;
};

// The pool again and again, at rising offsets: checksums do not cover them and are not looked at here.
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
    std::vector<ByteBuffer> pool;
    for (std::uint64_t batch = 0; batch < kPool; ++batch) {
        pool.push_back(commitBatch(batch));
    }
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
