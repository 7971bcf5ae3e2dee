#include "core/schema/overlay_condition.h"

#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

using ConditionTest = OverlayCondition::Test;
using Operands = std::vector<OverlayValue>;

OverlayValue number(std::int64_t value) {
    return value;
}
OverlayValue text(std::string value) {
    return value;
}

bool operandHolds(ConditionTest test, Operands values, const OverlayValue& value) {
    return OverlayCondition{"a", test, std::move(values)}.holdsFor(value);
}

TEST(OverlayCondition, ComparesValues) {
    EXPECT_TRUE(operandHolds(ConditionTest::In, {number(4), number(8)}, number(8)));
    EXPECT_FALSE(operandHolds(ConditionTest::In, {number(4), number(8)}, number(5)));
    EXPECT_TRUE(operandHolds(ConditionTest::NotIn, {number(-1)}, number(0)));
    EXPECT_TRUE(operandHolds(ConditionTest::NotIn, {text("")}, NullValue{}));
    EXPECT_TRUE(operandHolds(ConditionTest::Equals, {true}, true));
    EXPECT_FALSE(operandHolds(ConditionTest::Equals, {true}, number(1)));
    EXPECT_TRUE(operandHolds(ConditionTest::IsNull, {true}, NullValue{}));
    EXPECT_TRUE(operandHolds(ConditionTest::IsNull, {false}, text("")));
    EXPECT_TRUE(operandHolds(ConditionTest::NotEmpty, {true}, ArraySize{2}));
    EXPECT_FALSE(operandHolds(ConditionTest::NotEmpty, {true}, ArraySize{0}));
    EXPECT_FALSE(operandHolds(ConditionTest::NotEmpty, {true}, NullValue{}));
    EXPECT_TRUE(operandHolds(ConditionTest::NotEmpty, {false}, NullValue{}));
    EXPECT_TRUE(operandHolds(ConditionTest::ContainsAny, {text("password"), text("jaas")}, text("ssl.Key.PassWord")));
    EXPECT_FALSE(operandHolds(ConditionTest::ContainsAny, {text("password")}, text("retention.ms")));
    EXPECT_FALSE(operandHolds(ConditionTest::ContainsAny, {text("password")}, NullValue{}));
}

TEST(OverlayCondition, AlignsCommonElements) {
    EXPECT_EQ(alignPath("resources[].configs[].name", "resources[1].configs[2].value"), "resources[1].configs[2].name");
    EXPECT_EQ(alignPath("resources[].resourceType", "resources[1].configs[2].value"), "resources[1].resourceType");
    EXPECT_EQ(alignPath("topics[].partitions[].x", "other[1].partitions[2].y"), "topics[].partitions[].x");
    EXPECT_EQ(alignPath("a[].b[].c", "a[7].z"), "a[7].b[].c");
    EXPECT_EQ(alignPath("name", "value"), "name");
    EXPECT_EQ(alignPath("a[].b", ""), "a[].b");
}

class OverlayScopes : public testing::Test {
protected:
    std::map<std::string, Operands> m_message;
    ReadOverlayValues m_read = [this](const std::string& path) { return m_message[path]; };
};

TEST_F(OverlayScopes, WhenHoldsForAnyElement) {
    OverlayScope scope;
    scope.when = {{"topics[].preVote", ConditionTest::Equals, {true}}};
    m_message["topics[].preVote"] = {false, true};
    EXPECT_TRUE(scope.applies(0, m_read));
    m_message["topics[].preVote"] = {false, false};
    EXPECT_FALSE(scope.applies(0, m_read));
    m_message["topics[].preVote"] = {};
    EXPECT_FALSE(scope.applies(0, m_read));
}

TEST_F(OverlayScopes, UnlessHoldsForAllElementsAndNeedsSome) {
    OverlayScope scope;
    scope.unless = {{"topics[].preVote", ConditionTest::Equals, {true}}};
    m_message["topics[].preVote"] = {true, true};
    EXPECT_FALSE(scope.applies(0, m_read));
    m_message["topics[].preVote"] = {true, false};
    EXPECT_TRUE(scope.applies(0, m_read));
    m_message["topics[].preVote"] = {};
    EXPECT_TRUE(scope.applies(0, m_read));
}

TEST_F(OverlayScopes, LooksAtTheSameElement) {
    OverlayScope scope;
    scope.when = {{"configs[].name", ConditionTest::ContainsAny, {text("password")}}};
    m_message["configs[0].name"] = {text("ssl.key.password")};
    m_message["configs[1].name"] = {text("retention.ms")};
    EXPECT_TRUE(scope.applies(0, m_read, "configs[0].value"));
    EXPECT_FALSE(scope.applies(0, m_read, "configs[1].value"));
}

TEST_F(OverlayScopes, AppliesToItsVersionsAlone) {
    const OverlayScope scope{{2, 4}, {}, {}};
    EXPECT_FALSE(scope.applies(1, m_read));
    EXPECT_TRUE(scope.applies(2, m_read));
    EXPECT_TRUE(scope.isUnconditional());
}

}  // namespace
}  // namespace brokerscope
