#include "app/cli/topic_reading.h"

#include "app/cli/fetch_run.h"
#include "app/cli/metadata_run.h"
#include "core/exchange/fetched_records.h"
#include "core/records/batch_crc.h"
#include "core/text/diagnostic_json.h"
#include "core/workbench/metadata_log_reading.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

// Of entries in answers: those of segments were checked when they were scanned. The status that it means.
int tellWrongChecksum(const CommandContext& context, const std::string& topic, std::int32_t partition,
                      const BatchEntry& entry) {
    const auto crc = checkCrc(entry);
    const auto remark = crc ? crc->remark(0) : std::nullopt;
    if (!remark) {
        return kDone;
    }
    context.streams.err << fmt::format("bscope: {}-{}, batch at offset {}: {}\n", topic, partition, entry.offset,
                                       diagnosticLine(*remark));
    return kDataError;
}

}  // namespace

int readTopicFiles(const CommandContext& context, const std::vector<std::string>& paths, const std::string& topic,
                   const TakeTopicEntry& take,
                   std::function<std::vector<TopicSegment>(const FileTopic& topic)> choose) {
    const TopicNames none;  // exchanges bring their own
    int worst = kDone;
    const auto takeOutput = [&](const CaptureOutput& output) {
        bool goesOn = true;
        const auto takeSet = [&](std::int32_t partition, ByteView set) {
            BatchIterator entries(set);
            for (BatchEntry entry; goesOn && entries.next(entry);) {
                worst = std::max(worst, tellWrongChecksum(context, topic, partition, entry));
                goesOn = take({partition, entry});
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
        {[&take](const TopicSegment& segment, const BatchEntry& entry) { return take(entryOf(segment, entry)); },
         [&takeOutput](const CaptureOutput& output, bool) { return takeOutput(output); }, [] {}, std::move(choose)});
    for (const std::string& path : paths) {
        files.read(path);
    }
    return std::max(files.status(), worst);
}

int readTopicOfBroker(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                      const TakeTopicEntry& take, const std::function<void()>& idle, const TellOffsets& offsets,
                      StateBeginning beginning) {
    int worst = kDone;
    const auto takeChecked = [&](const std::string& topic, const TopicEntry& entry) {
        worst = std::max(worst, tellWrongChecksum(context, topic, entry.partition, entry.entry));
        return take(entry);
    };
    if (fetch.topic == kMetadataTopic) {
        const auto takeEntry = [&](const TopicEntry& entry) { return takeChecked(fetch.topic, entry); };
        return std::max(runMetadata(context, cluster, fetch, takeEntry, idle, offsets, beginning), worst);
    }
    const auto takePiece = [&](const FetchPiece& piece) {
        bool goesOn = true;
        BatchIterator entries(piece.records);
        for (BatchEntry entry; goesOn && entries.next(entry);) {
            goesOn = takeChecked(piece.topic, {piece.partition, entry, piece.firstOffset, piece.endOffset});
        }
        if (piece.problem) {
            idle();
            worst = std::max(worst, tellFetchProblem(context, piece));
        }
        return goesOn;
    };
    FetchTaker taker{takePiece, idle};
    if (offsets) {
        taker.progress = [&offsets](const FetchProgress& progress) {
            offsets(progress.offsetsDone, progress.offsetsWanted);
        };
    }
    return std::max(runFetch(context, cluster, fetch, taker), worst);
}

}  // namespace brokerscope
