#include "core/groups/group_answer.h"

#include "core/topology/node_values.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;

// From an answer of Kafka 3.9.2 to ConsumerGroupDescribe v0 for two groups: a frame's head, and elements of "groups".
constexpr std::string_view kHead = "00000004000000000005";
constexpr std::string_view kFound = "0000000f73746f72792d636f6e73756d657206456d70747900000006000000050875"
                                    "6e69666f726d018000000000";
constexpr std::string_view kNotHere = "0045000f73746f72792d636f6e73756d65720100000000000000000101"
                                      "8000000000";
constexpr std::string_view kOther = "00450016"
                                    "73746f72792d7374617469632d636f6e73756d6572"
                                    "01000000000000000001018000000000";

std::vector<std::string> described(const std::vector<std::string_view>& elements) {
    std::string frame(kHead);
    for (const std::string_view element : elements) {
        frame += element;
    }
    frame += "00";
    const auto tree = testing::decodeResponse(69, 0, fmt::format("{:08x}", frame.size() / 2) + frame);
    EXPECT_TRUE(tree->diagnostics.empty());
    std::vector<std::string> groups;
    for (const NodeRef& element : describedElements(elementsField(bodyOf(tree), "groups"))) {
        groups.push_back(textField(element, "groupId").value_or("?") + ' ' +
                         std::to_string(integerField(element, "errorCode", -1)));
    }
    return groups;
}

// Each of the two partitions answers for both groups.
TEST(DescribedElements, WhoHasTheGroupIsHeard) {
    const auto expected = ElementsAre("story-consumer 0", "story-static-consumer 69");
    EXPECT_THAT(described({kFound, kOther, kNotHere, kOther}), expected);
    EXPECT_THAT(described({kNotHere, kOther, kFound, kOther}), expected);
    EXPECT_THAT(described({kNotHere, kOther, kNotHere, kOther}),
                ElementsAre("story-consumer 69", "story-static-consumer 69"));
}

}  // namespace
}  // namespace brokerscope
