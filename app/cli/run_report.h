#pragma once

#include "app/cli/command_context.h"
#include "core/text/junit_report.h"
#include "core/workbench/collection_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Prints the outcomes of a collection as they come, as text or one JSON object a line, and sums them up.
class RunReport {
public:
    RunReport(const CommandContext& context, bool json) : m_context(context), m_json(json) {}

    void add(const CollectedOutcome& outcome);
    void finish() const;        // the sum, on stderr
    std::string junit() const;  // a suite a folder, a case a request
    // 3 where an answer that was due did not come, 2 where something could not be sent (statusOfError()), 1 where
    // something failed or a variable had no value to be sent with, else 0; the highest of them.
    int status() const { return m_status; }

private:
    void print(const CollectedOutcome& outcome);
    std::string json(const CollectedOutcome& outcome) const;
    void addCase(const CollectedOutcome& outcome);

    const CommandContext& m_context;
    bool m_json;
    int m_status = 0;
    std::vector<JunitSuite> m_suites;
};

// The report of a collection that could not be run at all: every request with the reason.
std::string junitOfUnreached(const Collection& collection, const std::string& reason);

}  // namespace brokerscope
