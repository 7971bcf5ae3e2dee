#include "core/log_files/stored_entries.h"

#include <algorithm>

namespace brokerscope {

std::vector<TextLine> linesOf(std::string_view text) {
    std::vector<TextLine> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        lines.push_back({lines.size() + 1, at, line});
        at = end + 1;
    }
    return lines;
}

bool StoredEntries::next(LogFileEntry& entry) {
    if (m_next == m_entries.size()) {
        return false;
    }
    entry = std::move(m_entries[m_next++]);
    return true;
}

LogFileEntry& StoredEntries::add(std::uint64_t position, std::uint64_t size) {
    LogFileEntry& entry = m_entries.emplace_back();
    entry.index = m_entries.size() - 1;
    entry.position = position;
    entry.size = size;
    return entry;
}

void StoredEntries::fault(const TextLine& line, std::size_t column, std::string reason, Severity severity) {
    const std::size_t at = std::min(column, line.text.size());
    m_remarks.push_back({severity,
                         MessageId::FileTextInvalid,
                         {std::to_string(line.number), std::to_string(column + 1), std::move(reason)},
                         {BufferId::Main, line.position + at, line.text.size() - at},
                         {}});
}

}  // namespace brokerscope
