#include "app/cli/reading_progress.h"

#include "app/cli/counted.h"
#include "core/records/batch_header.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kBetweenLines{250};
constexpr double kMegabyte = 1'000'000;

std::string megabytes(std::uint64_t bytes) {
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / kMegabyte);
}

}  // namespace

ReadingProgress::ReadingProgress(const CommandContext& context, std::string topic)
    : m_context(context)
    , m_topic(std::move(topic))
    , m_isShown(context.streams.errIsTerminal && !context.global.quiet)
    , m_next(std::chrono::steady_clock::now() + kBetweenLines) {}

ReadingProgress::~ReadingProgress() {
    if (m_width > 0) {
        m_context.streams.err << '\r' << std::string(m_width, ' ') << '\r' << std::flush;
    }
}

void ReadingProgress::setOffsets(std::int64_t done, std::int64_t wanted) {
    m_offsets = done;
    m_wantedOffsets = wanted;
}

void ReadingProgress::take(const BatchEntry& entry) {
    if (!m_isShown) {
        return;
    }
    m_records += entry.kind == EntryKind::Batch
                     ? static_cast<std::uint64_t>(std::max(BatchHeader::read(entry.bytes).recordsCount, 0))
                     : 1;
    m_bytes += entry.bytes.size();
    if (std::chrono::steady_clock::now() >= m_next) {
        show();
    }
}

int ReadingProgress::percent() const {
    if (m_wantedBytes > 0) {
        return static_cast<int>(std::min(m_bytes, m_wantedBytes) * 100 / m_wantedBytes);
    }
    return m_wantedOffsets > 0
               ? static_cast<int>(static_cast<double>(std::clamp<std::int64_t>(m_offsets, 0, m_wantedOffsets)) * 100 /
                                  static_cast<double>(m_wantedOffsets))
               : -1;
}

std::string ReadingProgress::text() const {
    std::string line = fmt::format("{}: {}, {}", m_topic, counted(m_records, "record", "records"), megabytes(m_bytes));
    line += m_wantedBytes > 0 ? fmt::format(" of {}", megabytes(m_wantedBytes)) : std::string();
    line += percent() >= 0 ? fmt::format(", {} %", percent()) : std::string();
    return line;
}

void ReadingProgress::show() {
    const std::string line = text();
    m_context.streams.err << '\r' << fmt::format("{:<{}}", line, m_width) << std::flush;
    m_width = std::max(m_width, line.size());
    m_next = std::chrono::steady_clock::now() + kBetweenLines;
}

}  // namespace brokerscope
