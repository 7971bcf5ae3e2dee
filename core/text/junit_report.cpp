#include "core/text/junit_report.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct XmlEscape {
    char character;
    std::string_view text;
};
// Line ends and tabs would become blanks in an attribute.
constexpr std::array kXmlEscapes{XmlEscape{'&', "&amp;"},  XmlEscape{'<', "&lt;"},   XmlEscape{'>', "&gt;"},
                                 XmlEscape{'"', "&quot;"}, XmlEscape{'\n', "&#10;"}, XmlEscape{'\r', "&#13;"},
                                 XmlEscape{'\t', "&#9;"}};

// Valid UTF-8 without the characters that XML 1.0 has not: controls, U+FFFE and U+FFFF.
std::string escapedXml(std::string_view text) {
    const std::string valid = displayUtf8(asBytes(text));
    std::string out;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const char c = valid[i];
        const auto escape = std::find_if(kXmlEscapes.begin(), kXmlEscapes.end(),
                                         [c](const XmlEscape& each) { return each.character == c; });
        const std::string_view three = std::string_view(valid).substr(i, 3);
        if (escape != kXmlEscapes.end()) {
            out += escape->text;
        } else if (three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf") {
            out += kReplacement;
            i += 2;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += kReplacement;
        } else {
            out += c;
        }
    }
    return out;
}

std::size_t countOf(const JunitSuite& suite, JunitCase::Outcome outcome) {
    return static_cast<std::size_t>(std::count_if(suite.cases.begin(), suite.cases.end(),
                                                  [&](const JunitCase& each) { return each.outcome == outcome; }));
}

void addAttribute(std::string& out, std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(out), " {}=\"{}\"", name, escapedXml(value));
}

void addCase(std::string& out, const JunitCase& each) {
    static constexpr std::array<std::string_view, 4> kElements{"", "failure", "error", "skipped"};
    out += "    <testcase";
    addAttribute(out, "classname", each.className);
    addAttribute(out, "name", each.name);
    if (!each.file.empty()) {
        addAttribute(out, "file", each.file);
    }
    if (each.seconds >= 0) {
        addAttribute(out, "time", fmt::format("{:.3f}", each.seconds));
    }
    if (each.outcome == JunitCase::Outcome::Passed) {
        out += "/>\n";
        return;
    }
    const std::string_view element = kElements[static_cast<std::size_t>(each.outcome)];
    fmt::format_to(std::back_inserter(out), "><{}", element);
    if (!each.message.empty()) {
        addAttribute(out, "message", each.message);
    }
    out += each.details.empty() ? "/>" : fmt::format(">{}</{}>", escapedXml(each.details), element);
    out += "</testcase>\n";
}

}  // namespace

std::string junitXml(const std::vector<JunitSuite>& suites) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const JunitSuite& suite : suites) {
        double seconds = 0;
        for (const JunitCase& each : suite.cases) {
            seconds += std::max(each.seconds, 0.0);
        }
        out += "  <testsuite";
        addAttribute(out, "name", suite.name);
        fmt::format_to(std::back_inserter(out),
                       " tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
                       suite.cases.size(), countOf(suite, JunitCase::Outcome::Failed),
                       countOf(suite, JunitCase::Outcome::Error), countOf(suite, JunitCase::Outcome::Skipped), seconds);
        for (const JunitCase& each : suite.cases) {
            addCase(out, each);
        }
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

}  // namespace brokerscope
