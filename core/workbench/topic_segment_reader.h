#pragma once

#include "core/base/file_byte_source.h"
#include "core/log_files/segment_scan.h"
#include "core/workbench/file_topics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Reads what is in segment files, one file after the other, and goes on with the next where one cannot be read. Not
// thread safe.
class TopicSegmentReader {
public:
    explicit TopicSegmentReader(std::vector<TopicSegment> segments, const Limits& limits = {});

    enum class Step : std::uint8_t {
        Part,     // part() is an entry, or bytes that were passed over
        FileEnd,  // the file is done; failure() says why, where it was not read to its end, or not at all
        End       // there is no file left
    };
    Step next();

    // Borrowed until the next step.
    const SegmentPart& part() const { return m_part; }
    // The file of the last step; valid but after End.
    const TopicSegment& segment() const { return m_segments[m_next - 1]; }
    std::shared_ptr<const std::string> path() const { return m_path; }
    const std::optional<Error>& failure() const { return m_failure; }

    const std::vector<TopicSegment>& segments() const { return m_segments; }
    std::uint64_t done() const { return m_done + m_position; }  // bytes of files
    std::uint64_t wanted() const;                               // of all of them; files may have grown meanwhile

private:
    bool openNext();

    std::vector<TopicSegment> m_segments;
    Limits m_limits;
    std::size_t m_next = 0;
    std::unique_ptr<FileByteSource> m_file;  // that of the segment before m_next; null: none is open
    std::optional<SegmentScan> m_scan;
    std::shared_ptr<const std::string> m_path;
    SegmentPart m_part;
    std::optional<Error> m_failure;
    std::uint64_t m_done = 0;      // bytes of files that are done
    std::uint64_t m_position = 0;  // in the present one
};

}  // namespace brokerscope
