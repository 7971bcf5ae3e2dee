#include "ui/models/path_remarks.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

Diagnostic remarkAt(std::string path, Severity severity = Severity::Error) {
    Diagnostic remark;
    remark.path = std::move(path);
    remark.severity = severity;
    return remark;
}

PathRemarks some() {
    return PathRemarks({remarkAt("topics[1].name"), remarkAt("topicsId"),
                        remarkAt("header.clientId", Severity::Warning), remarkAt("topics", Severity::Note),
                        remarkAt("topics[0].partitions[2]", Severity::Warning),
                        remarkAt("topics[10].name", Severity::Note), remarkAt("")});
}

constexpr int kNote = static_cast<int>(Severity::Note);
constexpr int kWarning = static_cast<int>(Severity::Warning);
constexpr int kError = static_cast<int>(Severity::Error);

TEST(PathRemarks, TellThoseOfExactlyAPath) {
    EXPECT_EQ(some().summaryAt("topics"), (PathRemarks::Summary{0, kNote}));
    EXPECT_EQ(some().summaryAt("topics[1].name"), (PathRemarks::Summary{1, kError}));
    EXPECT_EQ(some().summaryAt("topics[1]"), (PathRemarks::Summary{0, -1}));
    EXPECT_EQ(some().at("topicsId").size(), 1U);
    EXPECT_TRUE(some().at("topic").empty());
}

TEST(PathRemarks, CountWhatIsBelowAndNotWhatOnlyBeginsAlike) {
    EXPECT_EQ(some().below("topics"), (PathRemarks::Summary{2, kError}));
    EXPECT_EQ(some().below("topics[1]"), (PathRemarks::Summary{1, kError})) << "not topics[10]";
    EXPECT_EQ(some().below("topics[0]"), (PathRemarks::Summary{1, kWarning}));
    EXPECT_EQ(some().below("header"), (PathRemarks::Summary{1, kWarning}));
    EXPECT_EQ(some().below("brokers"), (PathRemarks::Summary{0, -1}));
    EXPECT_EQ(some().ofBody(), (PathRemarks::Summary{4, kError})) << "two more are notes, one is the header's";
}

TEST(PathRemarks, KeepTheOrderOfThoseOfOnePath) {
    std::vector<Diagnostic> given{remarkAt("a", Severity::Error), remarkAt("a", Severity::Note)};
    const auto found = PathRemarks(given).at("a");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].severity, Severity::Error);
    EXPECT_EQ(found[1].severity, Severity::Note);
}

TEST(PathRemarks, OfNothingThereIsNothing) {
    EXPECT_EQ(PathRemarks().ofBody(), (PathRemarks::Summary{0, -1}));
    EXPECT_EQ(PathRemarks().below("a"), (PathRemarks::Summary{0, -1}));
}

}  // namespace
}  // namespace brokerscope
