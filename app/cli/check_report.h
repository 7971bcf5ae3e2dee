#pragma once

#include "app/cli/command_context.h"
#include "core/workbench/check.h"

#include <string>
#include <vector>

namespace brokerscope {

// Prints the outcomes of a check as they come, as text or one JSON object a line, and sums them up. Versions that were
// not sent have no outcome.
class CheckReport {
public:
    CheckReport(const CommandContext& context, bool json) : m_context(context), m_json(json) {}

    void add(const CheckOutcome& outcome);
    void finish() const;        // the sum, and what was left out, on stderr
    std::string junit() const;  // all outcomes as JUnit XML
    int status() const;         // 1 where an outcome is unexpected or did not decode, else 0

private:
    struct Case {
        std::string api;
        std::string name;
        std::string problem;  // empty: as expected
        bool skipped = false;
    };

    // What was not sent for one reason.
    struct LeftOut {
        std::string reason;
        std::size_t versions = 0;
        std::vector<std::string> apis;
    };

    void addCase(const CheckOutcome& outcome, std::string problem);
    void leaveOut(const CheckOutcome& outcome);

    const CommandContext& m_context;
    bool m_json;
    std::vector<Case> m_cases;
    std::size_t m_answered = 0;
    std::size_t m_refused = 0;
    std::vector<LeftOut> m_leftOut;
};

}  // namespace brokerscope
