#include "core/workbench/file_topics.h"

#include "core/log_files/log_folder.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace brokerscope {
namespace {

using Topics = std::map<std::string, FileTopic>;

bool isSegment(const LogFileName& name) {
    return name.kind == LogFileKind::Log && name.suffix.empty();
}

void addSegment(Topics& topics, const std::string& topic, TopicSegment segment) {
    FileTopic& files = topics[topic];
    files.topic = topic;
    const bool isNew = std::ranges::none_of(
        files.segments, [&](const TopicSegment& one) { return one.partition == segment.partition; });
    files.partitions += isNew ? 1 : 0;
    files.bytes += segment.size;
    files.segments.push_back(std::move(segment));
}

void addFolder(Topics& topics, const LogFolder& folder) {
    if (!folder.partition || !folder.partition->suffix.empty()) {
        return;
    }
    for (const ListedFile& file : folder.files) {
        if (isSegment(readLogFileName(file.name))) {
            addSegment(topics, folder.partition->topic, {folder.partition->partition, file.path, file.size});
        }
    }
}

Result<Topics> segmentAlone(const std::string& path) {
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    if (code) {
        return failure(MessageId::FileUnreadable, {path, code.message()});
    }
    const std::filesystem::path file = std::filesystem::absolute(path, code);
    const LogFileKind kind = readLogFileName(file.filename().string()).kind;
    if (kind != LogFileKind::Log && kind != LogFileKind::MetadataSnapshot) {
        return failure(MessageId::FileUnreadable, {path, "its name is none of a segment"});
    }
    const auto folder = readPartitionName(file.parent_path().filename().string());
    Topics topics;
    addSegment(topics, folder ? folder->topic : file.filename().string(), {folder ? folder->partition : 0, path, size});
    return topics;
}

Result<Topics> segmentsBelow(const std::string& path, const CancelToken& cancel) {
    const auto folder = readLogFolder(path);
    if (!folder) {
        return tl::unexpected<Error>(folder.error());
    }
    Topics topics;
    addFolder(topics, *folder);
    for (const std::string& partition : folder->partitions) {
        const auto below = cancel.isCancelled() ? Result<LogFolder>(LogFolder()) : readLogFolder(partition);
        if (below) {
            addFolder(topics, *below);
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
        listed.push_back(std::move(files));
    }
    return listed;
}

}  // namespace brokerscope
