#include "core/workbench/file_topics.h"

#include "core/base/file_byte_source.h"
#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace brokerscope {
namespace {

using Topics = std::map<std::string, FileTopic>;

TopicSegment segmentOf(const LogFileName& name, std::int32_t partition, const std::string& path, std::uint64_t size) {
    return {partition, path, size, name.offset.value_or(0), name.kind == LogFileKind::MetadataSnapshot};
}

void addSegment(FileTopic& files, TopicSegment segment) {
    const bool isNew = std::ranges::none_of(
        files.segments, [&](const TopicSegment& one) { return one.partition == segment.partition; });
    files.partitions += isNew ? 1 : 0;
    files.bytes += segment.size;
    files.segments.push_back(std::move(segment));
}

void addFolder(Topics& topics, const LogFolder& folder, bool isItself) {
    const std::string name = folder.partition ? folder.partition->topic : folder.name;
    const std::int32_t partition = folder.partition ? folder.partition->partition : 0;
    for (const ListedFile& file : folder.files) {
        const LogFileName named = readLogFileName(file.name);
        const bool isCheckpoint = named.kind == LogFileKind::MetadataSnapshot;
        if (!named.suffix.empty() || (named.kind != LogFileKind::Log && !isCheckpoint)) {
            continue;
        }
        FileTopic& files = topics[name];
        files.topic = name;
        files.isItself = isItself;
        if (isCheckpoint) {
            files.checkpoints.push_back(segmentOf(named, partition, file.path, file.size));
        } else {
            addSegment(files, segmentOf(named, partition, file.path, file.size));
        }
    }
}

Result<Topics> segmentAlone(const std::string& path) {
    std::error_code code;
    const auto isSegment = isSegmentFile(path);
    const std::uint64_t size = isSegment ? std::filesystem::file_size(path, code) : 0;
    if (!isSegment || code) {
        return isSegment ? failure(MessageId::FileUnreadable, {path, code.message()})
                         : tl::unexpected<Error>(isSegment.error());
    }
    if (!*isSegment) {
        return failure(MessageId::FileUnreadable, {path, "neither its content nor its name is that of a segment"});
    }
    const std::filesystem::path file = std::filesystem::absolute(path, code);
    const auto folder = readPartitionName(file.parent_path().filename().string());
    Topics topics;
    FileTopic& files = topics[file.filename().string()];
    files.topic = folder ? folder->topic : file.filename().string();
    files.isItself = true;
    addSegment(files, segmentOf(readLogFileName(file.filename().string()), folder ? folder->partition : 0, path, size));
    return topics;
}

// Where nothing but snapshots is left, the newest is what there is to read.
void readNewestSnapshot(FileTopic& files) {
    if (files.segments.empty()) {
        addSegment(files, files.checkpoints.back());
        files.checkpoints.pop_back();
    }
}

Result<Topics> segmentsBelow(const std::string& path, const CancelToken& cancel) {
    const auto folder = readLogFolder(path);
    if (!folder) {
        return tl::unexpected<Error>(folder.error());
    }
    Topics topics;
    addFolder(topics, *folder, true);
    for (const std::string& partition : folder->partitions) {
        const auto below = cancel.isCancelled() ? Result<LogFolder>(LogFolder()) : readLogFolder(partition);
        // What is about to be deleted, or is none of this broker's yet, is no part of the topic.
        if (below && below->partition && below->partition->suffix.empty()) {
            addFolder(topics, *below, false);
        }
    }
    return topics;
}

}  // namespace

Result<std::vector<FileTopic>> listFileTopics(const std::string& path, const CancelToken& cancel) {
    std::error_code code;
    auto topics = std::filesystem::is_directory(path, code) ? segmentsBelow(path, cancel) : segmentAlone(path);
    if (!topics) {
        return tl::unexpected<Error>(topics.error());
    }
    if (topics->empty()) {
        return failure(MessageId::FileUnreadable, {path, "the folder has no segments of a topic"});
    }
    std::vector<FileTopic> listed;
    for (auto& [name, files] : *topics) {
        std::ranges::stable_sort(files.segments, {}, &TopicSegment::partition);
        std::ranges::stable_sort(files.checkpoints, {}, &TopicSegment::partition);
        readNewestSnapshot(files);
        listed.push_back(std::move(files));
    }
    return listed;
}

const FileTopic* topicOfListing(const std::vector<FileTopic>& listing, std::string_view topic, bool& isTaken) {
    auto found = std::ranges::find(listing, topic, &FileTopic::topic);
    isTaken = found == listing.end();
    if (isTaken) {
        found = std::ranges::find(listing, true, &FileTopic::isItself);
    }
    return found == listing.end() ? nullptr : &*found;
}

Result<bool> isSegmentFile(const std::string& path, const Limits& limits) {
    const auto file = FileByteSource::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    const auto known = recognizeFile(std::filesystem::path(path).filename().string(), **file, limits);
    return known && (known->kind == LogFileKind::Log || known->kind == LogFileKind::MetadataSnapshot);
}

}  // namespace brokerscope
