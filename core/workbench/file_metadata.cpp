#include "core/workbench/file_metadata.h"

#include "core/workbench/metadata_log_reading.h"
#include "core/workbench/state_segments.h"
#include "core/workbench/topic_segment_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::unique_ptr<MetadataImageReplay> foldMetadata(const TopicRecordReader& reader, const FileTopic& files,
                                                  const Limits& limits) {
    using Step = TopicSegmentReader::Step;
    TopicStateFold fold(
        [&](std::int32_t partition) { return std::make_unique<MetadataImageReplay>(reader, partition, limits); }, {},
        limits);
    TopicSegmentReader segments(segmentsOfState(files, {}, limits), limits);
    for (Step step{}; (step = segments.next()) != Step::End;) {
        if (step == Step::Part && segments.part().skipped == 0) {
            fold.take(entryOf(segments.segment(), segments.part().entry));
        }
    }
    fold.finish();
    std::unique_ptr<TopicState> state = fold.takeState(0);
    return std::unique_ptr<MetadataImageReplay>(static_cast<MetadataImageReplay*>(state.release()));
}

}  // namespace

std::unique_ptr<MetadataImageReplay> metadataOfFiles(const TopicRecordReader& reader,
                                                     const std::vector<std::string>& paths, const Limits& limits) {
    for (const std::string& path : paths) {
        const auto listing = listFileTopics(path);
        if (!listing) {
            continue;
        }
        const auto found = std::ranges::find(*listing, kMetadataTopic, &FileTopic::topic);
        if (found != listing->end()) {
            return foldMetadata(reader, *found, limits);
        }
    }
    return nullptr;
}

}  // namespace brokerscope
