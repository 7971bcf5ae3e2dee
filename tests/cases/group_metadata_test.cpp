// What group members put into bytes that brokers store unparsed, as people reported it, byte for byte.
#include "core/document/nested_opener.h"
#include "core/text/nested_view.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// JoinGroup v0 of group g, protocol type consumer, with two protocols: the metadata of the first is given, that of the
// second is a subscription to t.
std::shared_ptr<const ValueTree> joinWith(std::string_view metadata) {
    const std::string_view head = "000167"
                                  "00002710"
                                  "0000"
                                  "0008636f6e73756d6572";
    const std::string_view sound = "000a726f756e64726f62696e"
                                   "00000011"
                                   "0001000000010001740000000000000000";
    return testing::decodeBody(
        "JoinGroupRequest", 0,
        fmt::format("{}00000002000572616e6765{:08x}{}{}", head, metadata.size() / 2, metadata, sound));
}

// -1 stands for null.
struct Poisoned {
    const char* hex;
    const char* said;
};

TEST(GroupMetadataCases, C025_NegativeOrAbsurdArrayLengthInMemberMetadata) {
    for (const Poisoned& row : {Poisoned{"0001ffffffff", "null is not allowed here"},
                                Poisoned{"00017fffffff", "array length 2147483647 > 0 bytes left"},
                                Poisoned{"0001fffffffe", "array length -2 is not allowed"}}) {
        SCOPED_TRACE(row.hex);
        const auto tree = joinWith(row.hex);
        ASSERT_TRUE(tree->diagnostics.empty());
        ASSERT_EQ(tree->unread, 0u);
        const NestedOpener opener(SchemaRegistry::embedded());
        const auto poisoned = opener.open(*NodeRef::root(tree).find("protocols[0].metadata"));
        ASSERT_TRUE(poisoned && poisoned->tree);
        EXPECT_EQ(poisoned->tree->layouts.back()->spec->name, "ConsumerProtocolSubscription");
        ASSERT_EQ(poisoned->prefixes.size(), 1u);
        EXPECT_EQ(poisoned->prefixes[0].value, 1);
        ASSERT_GE(poisoned->tree->diagnostics.size(), 1u);
        const Diagnostic& fault = poisoned->tree->diagnostics[0].diagnostic;
        EXPECT_EQ(fault.severity, Severity::Error);
        EXPECT_EQ(fault.text(), row.said);
        EXPECT_EQ(fault.path, "topics");
        // The fault lies within the six bytes.
        const ByteSpan content = contentSpan(*NodeRef::root(tree).find("protocols[0].metadata"));
        EXPECT_GE(fault.span.offset, content.offset + 2);
        EXPECT_LE(fault.span.end(), content.end());

        // The rest is not affected: the other protocol is read.
        const auto sound = opener.open(*NodeRef::root(tree).find("protocols[1].metadata"));
        ASSERT_TRUE(sound && sound->tree);
        EXPECT_TRUE(sound->tree->diagnostics.empty());
        EXPECT_EQ(NodeRef::root(sound->tree).find("topics[0]")->text(), "t");
        std::vector<Diagnostic> remarks;
        const std::string json = toNestedJson(NodeRef::root(tree), {&opener, {}}, {}, remarks);
        EXPECT_NE(json.find(R"("topics":["t"])"), std::string::npos) << json;
        ASSERT_EQ(remarks.size(), poisoned->tree->diagnostics.size());
        EXPECT_EQ(remarks[0].path, "protocols[0].metadata.topics");
    }
}

}  // namespace
}  // namespace brokerscope
