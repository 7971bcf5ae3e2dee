#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What became of one thing that was tried.
struct JunitCase {
    enum class Outcome : std::uint8_t {
        Passed,
        Failed,  // tried, and the result is not the expected one
        Error,   // it could not be tried
        Skipped
    };

    std::string className;  // what it belongs to
    std::string name;
    std::string file;     // empty: none
    double seconds = -1;  // below 0: not measured
    Outcome outcome = Outcome::Passed;
    std::string message;  // of all but Passed: one line; may be empty
    std::string details;  // more lines of it; may be empty
};

struct JunitSuite {
    std::string name;
    std::vector<JunitCase> cases;
};

// The report that CI servers read: <testsuites> with a <testsuite> each and its sums. Texts may hold any bytes: what
// XML cannot hold becomes U+FFFD, so that the report is well formed whatever a broker or a file name says.
std::string junitXml(const std::vector<JunitSuite>& suites);

}  // namespace brokerscope
