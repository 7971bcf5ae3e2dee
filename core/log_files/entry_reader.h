#pragma once

#include "core/base/limits.h"
#include "core/log_files/log_file_entry.h"

#include <utility>
#include <vector>

namespace brokerscope {

// Streams the entries of one file. What cannot be read is passed over where the place of the next entry is known; what
// was read stays read. Not thread safe.
class EntryReader {
public:
    explicit EntryReader(const Limits& limits) : m_mostRemarks(limits.diagnostics) {}
    virtual ~EntryReader() = default;

    // False at the end. The entry's memory is used again.
    virtual bool next(LogFileEntry& entry) = 0;

    // What is said of the file as a whole (version, checksum, count); complete after the last next().
    const std::vector<EntryField>& facts() const { return m_facts; }
    // What is odd about the file as a whole, so far; up to the limit "diagnostics", LimitExceeded where there was more.
    std::vector<Diagnostic> takeRemarks() { return std::exchange(m_remarks, {}); }

protected:
    void addRemark(Diagnostic remark) {
        if (m_remarks.size() < m_mostRemarks) {
            m_remarks.push_back(std::move(remark));
        } else if (m_remarks.size() == m_mostRemarks) {
            const std::string most = std::to_string(m_mostRemarks);
            m_remarks.push_back({Severity::Error,
                                 MessageId::LimitExceeded,
                                 {"diagnostics", std::to_string(m_mostRemarks + 1), most},
                                 remark.span,
                                 {}});
        }
    }

    std::vector<EntryField> m_facts;

private:
    std::vector<Diagnostic> m_remarks;
    std::uint64_t m_mostRemarks;
};

}  // namespace brokerscope
