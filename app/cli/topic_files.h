#pragma once

#include "app/cli/command_context.h"
#include "core/capture/exchange_source.h"
#include "core/records/segment_reader.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace brokerscope {

// What reading files of a topic brings. Borrowed arguments: valid within the call. False: nothing more is wanted.
struct TopicFileSinks {
    // The next entry of a partition's log. Damage between entries was said on stderr.
    std::function<bool(std::int32_t partition, const BatchEntry& entry)> entry;
    // The next exchanges of a capture or recording; `isFirst`: another file begins.
    std::function<bool(CaptureOutput output, bool isFirst)> exchanges;
    // A file is done.
    std::function<void()> end;
};

// Reads what files hold of one topic, each told by its content: segments, captures and recordings. A partition's folder
// stands for its segments in the order of their offsets, a log directory for the folders of the topic's partitions.
// Segments that a broker is about to delete or has not taken yet (a suffix behind .log) are read only where they are
// named themselves. The partition is in the folder's name; a segment in any other folder is taken to be of partition 0,
// which is remarked on. Says on stderr what cannot be read. Not thread safe.
class TopicFiles {
public:
    // Borrows both.
    TopicFiles(const CommandContext& context, std::string_view topic, TopicFileSinks sinks)
        : m_context(context), m_topic(topic), m_sinks(std::move(sinks)) {}

    void read(const std::string& path);
    // 2 where a file was unreadable or of no such kind, 1 where one has damage, else 0.
    int status() const { return m_status; }

private:
    void readFolder(const std::string& path);
    void readSegment(const std::string& path, const ByteSource& file);
    void readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file);
    std::int32_t partitionOf(const std::string& path);
    void worsen(int status);
    void fail(const Error& error) { worsen(m_context.fail(error)); }

    const CommandContext& m_context;
    std::string_view m_topic;
    TopicFileSinks m_sinks;
    bool m_isEnough = false;
    int m_status = kDone;
};

}  // namespace brokerscope
