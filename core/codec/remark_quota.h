#pragma once

#include "core/base/diagnostic.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// How many remarks of one message are kept: as many errors as the limit "diagnostics" says, as many others, and one
// more that names the limit. So thousands of notes never hide the error behind them.
class RemarkQuota {
public:
    enum class Verdict : std::uint8_t {
        Keep,
        KeepLimit,  // the first that is too many: limitRemark() takes its place
        Drop
    };

    explicit RemarkQuota(std::uint64_t limit) : m_limit(limit) {}

    Verdict take(Severity severity) {
        std::uint64_t& kept = severity == Severity::Error ? m_errors : m_others;
        if (kept < m_limit) {
            ++kept;
            return Verdict::Keep;
        }
        const bool isTold = m_isLimitTold;
        m_isLimitTold = true;
        return isTold ? Verdict::Drop : Verdict::KeepLimit;
    }
    // At the place of the remark that is left out.
    Diagnostic limitRemark(const Diagnostic& leftOut) const {
        return {Severity::Warning,
                MessageId::LimitExceeded,
                {"diagnostics", std::to_string(m_limit + 1), std::to_string(m_limit)},
                leftOut.span,
                leftOut.path};
    }

private:
    std::uint64_t m_limit;
    std::uint64_t m_errors = 0;
    std::uint64_t m_others = 0;
    bool m_isLimitTold = false;
};

}  // namespace brokerscope
