#include "app/cli/topic_reading.h"

#include "app/cli/fetch_run.h"
#include "app/cli/topic_files.h"
#include "core/exchange/fetched_records.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::int64_t kAllOffsets = std::numeric_limits<std::int64_t>::max();

}  // namespace

int readTopicFiles(const CommandContext& context, const std::vector<std::string>& paths, const std::string& topic,
                   const TakeTopicEntry& take) {
    const TopicNames none;  // exchanges bring their own
    const auto takeOutput = [&](const CaptureOutput& output) {
        bool goesOn = true;
        const auto takeSet = [&](std::int32_t partition, ByteView set) {
            BatchIterator entries(set);
            for (BatchEntry entry; goesOn && entries.next(entry);) {
                goesOn = take(partition, entry, 0, kAllOffsets);
            }
        };
        for (const CapturedExchange& captured : output.exchanges) {
            visitFetchedRecords(context.registry(), captured.exchange, none, topic, takeSet, context.choice(),
                                context.limits);
        }
        return goesOn;
    };
    TopicFiles files(
        context, topic,
        {[&take](std::int32_t partition, const BatchEntry& entry) { return take(partition, entry, 0, kAllOffsets); },
         [&takeOutput](const CaptureOutput& output, bool) { return takeOutput(output); }, [] {}});
    for (const std::string& path : paths) {
        files.read(path);
    }
    return files.status();
}

int readTopicOfBroker(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                      const TakeTopicEntry& take, const std::function<void()>& idle) {
    int worst = kDone;
    const auto takePiece = [&](const FetchPiece& piece) {
        bool goesOn = true;
        BatchIterator entries(piece.records);
        for (BatchEntry entry; goesOn && entries.next(entry);) {
            goesOn = take(piece.partition, entry, piece.firstOffset, piece.endOffset);
        }
        if (piece.problem) {
            idle();
            worst = std::max(worst, tellFetchProblem(context, piece));
        }
        return goesOn;
    };
    return std::max(runFetch(context, cluster, fetch, {takePiece, idle}), worst);
}

}  // namespace brokerscope
