#pragma once

#include "app/cli/captured_output.h"
#include "core/query/filter_path.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// JSON texts of one line each, in one buffer.
class JsonTexts {
public:
    void add(std::string_view text) {
        m_lines += text;
        m_lines += '\n';
    }
    bool isEmpty() const { return m_lines.empty(); }
    void clear() { m_lines.clear(); }

    // In the order in which they were added.
    template <class Take>
    void visit(const Take& take) const {
        for (std::size_t at = 0; at < m_lines.size();) {
            const std::size_t end = m_lines.find('\n', at);
            take(std::string_view(m_lines).substr(at, end - at));
            at = end + 1;
        }
    }

private:
    std::string m_lines;
};

// The values at paths of an exchange's messages, for each path as toJson writes them; secrets are masked unless
// --unmask is given. No trees are built but where a path ends at a structure or an array, and where a secret depends on
// other values of its message.
std::vector<JsonTexts> capturedValues(const CapturedMessages& messages, std::span<const FilterPath> paths);

}  // namespace brokerscope
