#pragma once

#include "app/cli/command_context.h"
#include "core/capture/exchange_source.h"
#include "core/records/segment_reader.h"
#include "core/workbench/file_topics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What reading files of a topic brings. Borrowed arguments: valid within the call. False: nothing more is wanted.
struct TopicFileSinks {
    // The next entry of a partition's log. Damage between entries was said on stderr.
    std::function<bool(const TopicSegment& segment, const BatchEntry& entry)> entry;
    // The next exchanges of a capture or recording; `isFirst`: another file begins.
    std::function<bool(CaptureOutput output, bool isFirst)> exchanges;
    // A file is done.
    std::function<void()> end;
    // Which files of the topic are read, in which order; empty: its segments.
    std::function<std::vector<TopicSegment>(const FileTopic& topic)> choose;
};

// The same files with their segments in the order of base offsets, as their names or first batches tell them: states
// are made of records in the order of the log, and a shell sorts names as it likes. Anything else keeps its place.
std::vector<std::string> inOrderOfOffsets(std::vector<std::string> paths);

// Reads what files hold of one topic, each told by its content: segments, captures and recordings. Folders and segments
// are listed by listFileTopics(); the partition is in the folder's name, and a segment in any other folder is taken to
// be of partition 0, which is remarked on. Says on stderr what cannot be read. Not thread safe.
class TopicFiles {
public:
    // Borrows both.
    TopicFiles(const CommandContext& context, std::string_view topic, TopicFileSinks sinks)
        : m_context(context), m_topic(topic), m_sinks(std::move(sinks)) {}

    void read(const std::string& path);
    // 2 where a file was unreadable or of no such kind, 1 where one has damage, else 0.
    int status() const { return m_status; }

private:
    void readSegments(const std::string& path);
    void readAll(std::vector<TopicSegment> segments);
    void tellPart(const std::string& path, const Diagnostic& remark);
    void readExchanges(const std::string& path);
    void worsen(int status);
    void fail(const Error& error) { worsen(m_context.fail(error)); }

    const CommandContext& m_context;
    std::string_view m_topic;
    TopicFileSinks m_sinks;
    bool m_isEnough = false;
    int m_status = kDone;
};

}  // namespace brokerscope
