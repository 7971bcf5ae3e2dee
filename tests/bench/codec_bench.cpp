// codec_bench VECTORS RELEASE SECONDS: decode (bytes to a tree with spans) and encode (draft to bytes) of every stored
// vector, round after round; prints the median round as JSON, in the shape of `scripts/conformance.sh bench`.
#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "tests/conformance/vector_file.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

using namespace brokerscope;

namespace {

struct Sample {
    std::shared_ptr<const MessageLayout> layout;
    std::shared_ptr<const ByteBuffer> bytes;
    ValueDraft draft;
};

std::vector<Sample> readSamples(const std::string& path, const std::string& release) {
    std::vector<Sample> samples;
    testing::forEachLine(path, [&](std::string_view line) {
        const nlohmann::json vector = nlohmann::json::parse(line);
        auto layout = SchemaRegistry::embedded()
                          .layout(vector["name"].get<std::string>(), vector["version"].get<int>(), {release, false})
                          .value();
        auto bytes = std::make_shared<const ByteBuffer>(fromHex(vector["hex"].get<std::string>()).value());
        ValueDraft draft = draftFromTree(*decodeMessage(layout, bytes));
        samples.push_back({std::move(layout), std::move(bytes), std::move(draft)});
    });
    return samples;
}

double threadNanos() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
#else
    // Processor time of the process: this program has one thread.
    return static_cast<double>(std::clock()) * 1e9 / CLOCKS_PER_SEC;
#endif
}

// Nanoseconds a round, the median over rounds that fill the time.
template <class Work>
double medianRound(double seconds, const Work& work) {
    std::vector<double> rounds;
    const double begin = threadNanos();
    while (threadNanos() - begin < seconds * 1e9 || rounds.size() < 3) {
        const double start = threadNanos();
        work();
        rounds.push_back(threadNanos() - start);
    }
    std::nth_element(rounds.begin(), rounds.begin() + static_cast<std::ptrdiff_t>(rounds.size() / 2), rounds.end());
    return rounds[rounds.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        fmt::print(stderr, "usage: codec_bench VECTORS RELEASE SECONDS\n");
        return 2;
    }
    const std::vector<Sample> samples = readSamples(argv[1], argv[2]);
    const double seconds = std::atof(argv[3]);
    std::size_t kept = 0;
    const double decodeNs = medianRound(seconds, [&] {
        for (const Sample& sample : samples) {
            kept += decodeMessage(sample.layout, sample.bytes)->nodes.size();
        }
    });
    const double encodeNs = medianRound(seconds, [&] {
        for (const Sample& sample : samples) {
            kept += encodeBytes(*sample.layout, sample.draft).size();
        }
    });
    const double bytes = std::accumulate(samples.begin(), samples.end(), 0.0, [](double sum, const Sample& s) {
        return sum + static_cast<double>(s.bytes->size());
    });
    const double count = static_cast<double>(samples.size());
    fmt::print(
        "{{\"messages\":{},\"bytes\":{},\"kept\":{},\"decode\":{{\"nsPerMessage\":{:.1f},\"mbPerSecond\":{:.1f}}},"
        "\"encode\":{{\"nsPerMessage\":{:.1f},\"mbPerSecond\":{:.1f}}}}}\n",
        samples.size(), bytes, kept, decodeNs / count, bytes * 1000.0 / decodeNs, encodeNs / count,
        bytes * 1000.0 / encodeNs);
    return 0;
}
