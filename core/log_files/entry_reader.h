#pragma once

#include "core/log_files/log_file_entry.h"

#include <utility>
#include <vector>

namespace brokerscope {

// Streams the entries of one file. What cannot be read is passed over where the place of the next entry is known; what
// was read stays read. Not thread safe.
class EntryReader {
public:
    virtual ~EntryReader() = default;

    // False at the end. The entry's memory is used again.
    virtual bool next(LogFileEntry& entry) = 0;

    // What is said of the file as a whole (version, checksum, count); complete after the last next().
    const std::vector<EntryField>& facts() const { return m_facts; }
    // What is odd about the file as a whole, so far.
    std::vector<Diagnostic> takeRemarks() { return std::exchange(m_remarks, {}); }

protected:
    std::vector<EntryField> m_facts;
    std::vector<Diagnostic> m_remarks;
};

}  // namespace brokerscope
