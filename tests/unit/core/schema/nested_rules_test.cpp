#include "core/schema/nested_rules.h"

#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"

#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

const NestedRules& rules() {
    return SchemaRegistry::embedded().overlays().nested();
}

using Values = std::map<std::string, std::vector<OverlayValue>>;

ReadOverlayValues values(Values known) {
    return [known = std::move(known)](const std::string& path) {
        const auto found = known.find(path);
        return found == known.end() ? std::vector<OverlayValue>{} : found->second;
    };
}

std::string chosen(const NestedRule* rule, const FactSources& facts, std::string_view at) {
    const NestedSelector* selector = rule->choose(facts, at);
    return selector == nullptr ? rule->whyNone(facts, at) : selector->definition;
}

TEST(NestedRules, AreFoundByMessageAndPathWithOrWithoutIndices) {
    EXPECT_TRUE(rules().concern("JoinGroupRequest"));
    EXPECT_FALSE(rules().concern("MetadataRequest"));
    EXPECT_NE(rules().find("JoinGroupRequest", "protocols[3].metadata", 5), nullptr);
    EXPECT_EQ(rules().find("JoinGroupRequest", "protocols[3].metadata", 5),
              rules().find("JoinGroupRequest", "protocols[].metadata", 5));
    EXPECT_EQ(rules().find("JoinGroupRequest", "memberId", 5), nullptr);
    EXPECT_EQ(pathPattern("a[0].b[12].c"), "a[].b[].c");
}

TEST(NestedRules, ChooseByTheProtocolTypeBesideTheBytes) {
    const NestedRule* rule = rules().find("JoinGroupRequest", "protocols[].metadata", 5);
    const auto of = [&](OverlayValue type) {
        return chosen(rule, {values({{"protocolType", {std::move(type)}}}), {}, {}, {}}, "protocols[0].metadata");
    };
    EXPECT_EQ(of(std::string("consumer")), "ConsumerProtocolSubscription");
    EXPECT_EQ(of(std::string("connect")), "ConnectSubscription");
    EXPECT_EQ(of(std::string("sr")), "protocolType is \"sr\"");
    EXPECT_EQ(of(NullValue{}), "protocolType is null");
}

// SyncGroup before v5 does not say the protocol type: then the request, then the group.
TEST(NestedRules, LookElsewhereWhereTheMessageIsSilent) {
    const NestedRule* rule = rules().find("SyncGroupResponse", "assignment", 3);
    const auto consumer = values({{"protocolType", {std::string("consumer")}}});
    const auto connect = values({{"protocolType", {std::string("connect")}}});
    const auto silent = values({{"protocolType", {NullValue{}}}});
    EXPECT_EQ(chosen(rule, {silent, consumer, {}, {}}, "assignment"), "ConsumerProtocolAssignment");
    EXPECT_EQ(chosen(rule, {silent, silent, {}, consumer}, "assignment"), "ConsumerProtocolAssignment");
    EXPECT_EQ(chosen(rule, {connect, consumer, {}, consumer}, "assignment"), "ConnectAssignment");
    EXPECT_EQ(chosen(rule, {silent, {}, {}, {}}, "assignment"), "protocolType is null");
    EXPECT_EQ(chosen(rule, {{}, {}, {}, {}}, "assignment"), "protocolType is not known");
}

TEST(NestedRules, ReadElementsThatTheBytesAreInAsThatOne) {
    const NestedRule* rule = rules().find("DescribeGroupsResponse", "groups[].members[].memberMetadata", 5);
    const auto facts = values(
        {{"groups[1].protocolType", {std::string("consumer")}}, {"groups[0].protocolType", {std::string("connect")}}});
    EXPECT_EQ(chosen(rule, {facts, {}, {}, {}}, "groups[1].members[0].memberMetadata"), "ConsumerProtocolSubscription");
    EXPECT_EQ(chosen(rule, {facts, {}, {}, {}}, "groups[0].members[7].memberMetadata"), "ConnectSubscription");
}

TEST(FactPlace, TheFirstThatIsNotNullCounts) {
    const FactPlace place{"x", {FactSource::Message, FactSource::Request}};
    const auto one = values({{"x", {std::int64_t{1}}}});
    const auto null = values({{"x", {NullValue{}}}});
    EXPECT_EQ(place.read({one, null, {}, {}}, "x"), (std::vector<OverlayValue>{std::int64_t{1}}));
    EXPECT_EQ(place.read({null, one, {}, {}}, "x"), (std::vector<OverlayValue>{std::int64_t{1}}));
    EXPECT_EQ(place.read({null, {}, {}, {}}, "x"), (std::vector<OverlayValue>{NullValue{}}));
    EXPECT_TRUE(place.read({{}, {}, one, one}, "x").empty());
}

}  // namespace
}  // namespace brokerscope
