#include "core/document/group_facts.h"

#include "tests/support/decoding.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::decodeBody;

NodeRef body(std::string_view name, int version, std::string_view hex) {
    const auto tree = decodeBody(name, version, hex);
    EXPECT_FALSE(tree->hasErrors()) << name;
    return NodeRef::root(tree);
}

// Group "g" of protocol type "consumer", protocol "range"; it elected "range".
NodeRef join() {
    return body("JoinGroupRequest", 0, "0001670000afc800000008636f6e73756d657200000001000572616e676500000000");
}
NodeRef joined() {
    return body("JoinGroupResponse", 0, "000000000001000572616e676500016d00016d00000000");
}
NodeRef sync(std::string_view group = "67") {
    return body("SyncGroupRequest", 0, "0001" + std::string(group) + "0000000100016d00000000");
}

std::string value(const ReadOverlayValues& read, const std::string& fact) {
    const auto values = read ? read(fact) : std::vector<OverlayValue>{};
    return values.empty() ? "not known" : std::get<std::string>(values.front());
}

TEST(GroupFacts, AJoinTellsWhatALaterSyncDoesNotSay) {
    GroupFacts groups(SchemaRegistry::embedded());
    EXPECT_FALSE(groups.of(sync(), {}));
    groups.learn(join(), {});
    EXPECT_EQ(value(groups.of(sync(), {}), "protocolType"), "consumer");
    EXPECT_EQ(value(groups.of(sync(), {}), "protocolName"), "not known");
    groups.learn(joined(), join());
    EXPECT_EQ(value(groups.of(sync(), {}), "protocolName"), "range");
    // The answer speaks of its request's group.
    const NodeRef answer = body("SyncGroupResponse", 0, "000000000000");
    EXPECT_EQ(value(groups.of(answer, sync()), "protocolType"), "consumer");
    EXPECT_FALSE(groups.of(answer, {}));
    EXPECT_FALSE(groups.of(sync("68"), {}));
}

TEST(GroupFacts, NullAndEmptySayNothing) {
    GroupFacts groups(SchemaRegistry::embedded());
    groups.learn(join(), {});
    groups.learn(joined(), join());
    // Refused: no protocol was chosen.
    groups.learn(body("JoinGroupResponse", 0, "0019ffffffff00000000000000000000"), join());
    EXPECT_EQ(value(groups.of(sync(), {}), "protocolName"), "range");
    groups.learn(NodeRef(), NodeRef());
    groups.learn(body("MetadataRequest", 1, "ffffffff"), {});
}

}  // namespace
}  // namespace brokerscope
