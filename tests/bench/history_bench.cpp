// history_bench RECORDS: indexes so many offset commits of __consumer_offsets and jumps to moments of them: to the
// state of everything where twenty thousand keys are alive, and to that of one group where a million are.
#include "core/codec/byte_writer.h"
#include "core/internal_topics/key_history.h"
#include "tests/bench/offset_batches.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

using namespace brokerscope;

namespace {

// The same batches again and again, at rising offsets. A position is the number of a batch.
class RepeatedBatches : public RecordSource {
public:
    RepeatedBatches(std::vector<ByteBuffer> batches, std::uint64_t records)
        : m_batches(std::move(batches)), m_count(records / kBatchRecords) {}

    Result<void> read(std::uint64_t position, const Take& take) const override {
        for (std::uint64_t number = position; number < m_count; ++number) {
            ByteBuffer& bytes = m_batches[number % m_batches.size()];
            ByteWriter::storeFixed(bytes.data(), number * kBatchRecords, 8);
            BatchEntry entry;
            if (!BatchIterator(bytes).next(entry) || !take(entry)) {
                break;
            }
        }
        return {};
    }

private:
    mutable std::vector<ByteBuffer> m_batches;
    std::uint64_t m_count;
};

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

void indexLog(const RepeatedBatches& log, KeyHistory& history) {
    RecordReader reader;
    std::uint64_t position = 0;
    const auto start = Clock::now();
    (void)log.read(0, [&](const BatchEntry& entry) {
        history.begin(position++, entry.bytes.size());
        reader.open(entry);
        const BatchContext batch = BatchContext::of(reader.header());
        while (reader.next()) {
            history.record(reader.record(), batch);
        }
        return true;
    });
    fmt::print("  index: {} records, {} keys, {:.2f} s, {} MB\n", history.records(), history.keys(),
               milliseconds(start) / 1000, history.bytes() / 1'000'000);
}

// The longest and the middle one of several jumps, to moments all over the log.
void jump(const char* what, const TopicRecordReader& topics, const RepeatedBatches& log, const KeyHistory& history,
          std::span<const StateObjectId> only) {
    constexpr int kJumps = 21;
    std::vector<double> taken;
    std::uint64_t records = 0;
    for (int number = 1; number <= kJumps; ++number) {
        const auto state = makeTopicState(topics, *topics.topicByWord("offsets"), 0);
        const std::int64_t moment = history.lastOffset() / kJumps * number;
        const auto start = Clock::now();
        if (!history.rebuild(moment, log, *state, only)) {
            std::abort();
        }
        taken.push_back(milliseconds(start));
        records = state->counts().records;
    }
    std::ranges::sort(taken);
    fmt::print("  {}: {:.1f} ms, at most {:.1f} ms; {} records read\n", what, taken[kJumps / 2], taken.back(), records);
}

void run(const TopicRecordReader& topics, std::uint64_t batches, std::uint64_t records, bool jumpsToAll) {
    fmt::print("{} keys alive\n", batches * kBatchRecords);
    const RepeatedBatches log(offsetBatches(batches), records);
    KeyHistory history(topics, *topics.topicByWord("offsets"), 0);
    indexLog(log, history);
    if (jumpsToAll) {
        jump("jump, all groups", topics, log, history, {});
    }
    jump("jump, one group", topics, log, history, std::vector<StateObjectId>{history.objects().front()});
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: history_bench RECORDS\n");
        return 2;
    }
    const std::uint64_t records = std::strtoull(argv[1], nullptr, 10);
    const TopicRecordReader topics(SchemaRegistry::embedded());
    run(topics, 400, records, true);
    run(topics, 20'000, records, false);
    return 0;
}
