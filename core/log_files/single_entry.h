#pragma once

#include "core/log_files/entry_reader.h"

#include <deque>
#include <optional>
#include <string>

namespace brokerscope {

// A file that is one entry, or none: its parser fills it. Names of fields that are in no definition belong to it.
class SingleEntry : public EntryReader {
public:
    using EntryReader::EntryReader;

    bool next(LogFileEntry& entry) override {
        if (!m_entry) {
            return false;
        }
        entry = std::move(*m_entry);
        m_entry.reset();
        return true;
    }

    // For parsers: the entry, which stands for the `size` bytes of the file; made on first call.
    LogFileEntry& entry(std::uint64_t size) {
        if (!m_entry) {
            m_entry.emplace();
            m_entry->size = size;
        }
        return *m_entry;
    }
    std::string_view keep(std::string name) { return m_names.emplace_back(std::move(name)); }
    void remark(Diagnostic remark) { addRemark(std::move(remark)); }

private:
    std::optional<LogFileEntry> m_entry;
    std::deque<std::string> m_names;  // never move
};

}  // namespace brokerscope
