#pragma once

#include "core/base/bytes.h"
#include "core/log_files/entry_reader.h"

#include <deque>
#include <string>
#include <string_view>

namespace brokerscope {

// One line of a text, without its line feed.
struct TextLine {
    std::uint64_t number = 0;    // from 1
    std::uint64_t position = 0;  // of its first byte
    std::string_view text;
};
// The lines of a text; what follows the last line feed is one too, unless it is empty. A carriage return before a line
// feed goes with it.
std::vector<TextLine> linesOf(std::string_view text);

// Entries of a small text file, all read at once by one of the parsers.
class StoredEntries : public EntryReader {
public:
    bool next(LogFileEntry& entry) override;

    // For parsers. The new entry stands from `position` on.
    LogFileEntry& add(std::uint64_t position, std::uint64_t size);
    void addFact(std::string_view name, EntryValue value) { m_facts.push_back({name, std::move(value)}); }
    // Keeps a name that is in no definition.
    std::string_view keep(std::string name) { return m_names.emplace_back(std::move(name)); }
    // FileTextInvalid at a column (from 0) of a line.
    void fault(const TextLine& line, std::size_t column, std::string reason, Severity severity = Severity::Error);
    void remark(Diagnostic diagnostic) { m_remarks.push_back(std::move(diagnostic)); }
    std::uint64_t size() const { return m_entries.size(); }

private:
    std::vector<LogFileEntry> m_entries;
    std::deque<std::string> m_names;
    std::size_t m_next = 0;
};

}  // namespace brokerscope
