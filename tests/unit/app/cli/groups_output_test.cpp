#include "app/cli/groups_output.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

TEST(GroupsOutput, AnErrorHasACodeWhereABrokerGaveOne) {
    GroupSurveyResult survey;
    survey.groups.resize(2);
    survey.groups[0].isThere = survey.groups[1].isThere = true;
    survey.groups[0].problem = "GROUP_AUTHORIZATION_FAILED";
    survey.groups[0].errorCode = 30;
    survey.groups[1].problem = "not answered in time";
    survey.groups[1].outcome = SurveyOutcome::Unanswered;
    const auto list = nlohmann::json::parse(groupListJson(survey));
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["error"]["code"], 30);
    EXPECT_TRUE(list[1]["error"]["code"].is_null());
}

}  // namespace
}  // namespace brokerscope
