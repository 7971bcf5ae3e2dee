#include "core/workbench/group_survey.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

GroupSurvey surveyOf(std::set<std::string> groups) {
    GroupSurveyOptions options;
    options.groups = std::move(groups);
    return {SchemaRegistry::embedded(), std::move(options)};
}

TEST(GroupSurvey, WhoMayNotAskIsRefusedAndWhoHearsNothingIsUnanswered) {
    GroupSurvey survey = surveyOf({"forbidden", "lost", "moving", "silent"});
    survey.blind({"forbidden"}, "GROUP_AUTHORIZATION_FAILED", 0, 30);
    survey.blind({"moving"}, "NOT_COORDINATOR", 0, 16);
    // A sentence that looks like a refusal is none.
    survey.blind({"lost"}, "GROUP_AUTHORIZATION_FAILED", 0);
    const auto groups = survey.result().groups;
    ASSERT_EQ(groups.size(), 4U);
    EXPECT_EQ(groups[0].outcome, SurveyOutcome::Refused);
    EXPECT_EQ(groups[0].errorCode, 30);
    EXPECT_EQ(groups[0].problem, "GROUP_AUTHORIZATION_FAILED");
    EXPECT_EQ(groups[1].outcome, SurveyOutcome::Unanswered);
    EXPECT_EQ(groups[1].errorCode, 0);
    EXPECT_EQ(groups[2].outcome, SurveyOutcome::Unanswered);
    EXPECT_EQ(groups[2].errorCode, 16);
    EXPECT_EQ(groups[2].problem, "not answered in time: NOT_COORDINATOR");
    EXPECT_EQ(groups[3].outcome, SurveyOutcome::Unanswered);
    EXPECT_EQ(groups[3].problem, "not answered in time");
}

}  // namespace
}  // namespace brokerscope
