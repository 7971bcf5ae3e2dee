#pragma once

#include "app/cli/command_context.h"
#include "core/workbench/check.h"

#include <string>
#include <vector>

namespace brokerscope {

// Prints the outcomes of a check as they come, as text or one JSON object a line, and sums them up.
class CheckReport {
public:
    CheckReport(const CommandContext& context, bool json) : m_context(context), m_json(json) {}

    void add(const CheckOutcome& outcome);
    void finish() const;        // the sum, for people
    std::string junit() const;  // all outcomes as JUnit XML
    int status() const;         // 1 where an outcome is unexpected or did not decode, else 0

private:
    struct Case {
        std::string api;
        std::string name;
        std::string problem;  // empty: as expected
        bool skipped = false;
    };

    const CommandContext& m_context;
    bool m_json;
    std::vector<Case> m_cases;
    std::size_t m_answered = 0;
    std::size_t m_refused = 0;
    std::size_t m_mutating = 0;   // skipped for want of --yes
    std::size_t m_throwaway = 0;  // skipped for want of --throwaway
};

}  // namespace brokerscope
