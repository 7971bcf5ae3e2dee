#include "core/document/nested_opener.h"

#include "tests/support/decoding.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::bytesOf;
using testing::decodeBody;
using testing::nodeAt;

const NestedOpener& opener() {
    static const NestedOpener made(SchemaRegistry::embedded());
    return made;
}

std::string remarksOf(const NestedStructure& structure) {
    std::string text;
    for (const Diagnostic& remark : structure.remarks) {
        text += (text.empty() ? "" : "; ") + std::string(severityName(remark.severity)) + ' ' + remark.text();
    }
    return text;
}

ReadOverlayValues group(std::string type, std::string name) {
    return [type = std::move(type), name = std::move(name)](const std::string& fact) {
        const std::string& value = fact == "protocolType" ? type : name;
        return value.empty() ? std::vector<OverlayValue>{} : std::vector<OverlayValue>{value};
    };
}

// "ConsumerProtocolSubscription 3 {…}", or the remarks.
std::string said(const std::optional<NestedStructure>& structure) {
    if (!structure) {
        return "nothing";
    }
    if (structure->tree == nullptr) {
        return remarksOf(*structure);
    }
    EXPECT_EQ(structure->tree->unread, 0u);
    EXPECT_FALSE(structure->tree->hasErrors());
    const MessageLayout& layout = *structure->tree->layouts.back();
    return layout.spec->name + ' ' + std::to_string(layout.version) + ' ' + toJson(NodeRef::root(structure->tree));
}

// JoinGroup v9 of a Java consumer with range and cooperative-sticky; the second subscription owns nothing.
constexpr std::string_view kJoin = "0a682d636c61737369630000afc8000493e0010009636f6e73756d6572030672616e67651d000300000"
                                   "00100066f7264657273ffffffff0000000"
                                   "0ffffffffffff0013636f6f70657261746976652d737469636b792100030000000100066f7264657273"
                                   "00000004ffffffff00000000ffffffffff"
                                   "ff000100";

TEST(NestedOpener, SubscriptionsOfAJoin) {
    const auto tree = decodeBody("JoinGroupRequest", 9, kJoin);
    ASSERT_FALSE(tree->hasErrors());
    const auto range = opener().open(nodeAt(tree, "protocols[0].metadata"));
    EXPECT_EQ(said(range), "ConsumerProtocolSubscription 3 {\"topics\":[\"orders\"],\"userData\":null,"
                           "\"ownedPartitions\":[],\"generationId\":-1,\"rackId\":null}");
    ASSERT_EQ(range->prefixes.size(), 1u);
    EXPECT_EQ(range->prefixes[0].value, 3);
    // The same buffer and the same offsets: prefix and structure lie where the field's content does.
    EXPECT_EQ(range->tree->bytes, tree->bytes);
    EXPECT_EQ(range->prefixes[0].span.offset, contentSpan(nodeAt(tree, "protocols[0].metadata")).offset);
    EXPECT_EQ(range->tree->nodes[0].offset, range->prefixes[0].span.end());
    EXPECT_EQ(range->tree->nodes[0].offset + range->tree->nodes[0].size,
              contentSpan(nodeAt(tree, "protocols[0].metadata")).end());
}

TEST(NestedOpener, UserDataByTheAssignorThatTheJoinNames) {
    const auto tree = decodeBody("JoinGroupRequest", 9, kJoin);
    const auto sticky = opener().open(nodeAt(tree, "protocols[1].metadata"));
    ASSERT_TRUE(sticky && sticky->tree);
    NestedContext within;
    within.group = sticky->group;
    EXPECT_EQ(said(opener().open(nodeAt(sticky->tree, "userData"), within)),
              "CooperativeStickyAssignorUserData 0 {\"generation\":-1}");
    // Without the join nobody knows whose data they are.
    EXPECT_EQ(said(opener().open(nodeAt(sticky->tree, "userData"))),
              "note which structure these bytes hold is not known: protocolName is not known");
}

std::string userData(std::string_view definition, int version, std::string_view assignor, const std::string& hex) {
    // A subscription or assignment without topics, with these bytes of user data.
    const std::string size =
        toHex(ByteBuffer{0, 0, static_cast<std::uint8_t>(hex.size() / 512), static_cast<std::uint8_t>(hex.size() / 2)});
    const auto tree = decodeBody(definition, version, "00000000" + size + hex);
    NestedContext context;
    context.group = group("consumer", std::string(assignor));
    return said(opener().open(nodeAt(tree, "userData"), context));
}

// Its two versions are told apart by their sizes alone.
TEST(NestedOpener, StickyUserDataByItsSize) {
    EXPECT_EQ(
        userData("ConsumerProtocolSubscription", 0, "sticky", "000000010001740000000200000000000000010000000d"),
        "StickyAssignorUserData 1 {\"previousAssignment\":[{\"topic\":\"t\",\"partitions\":[0,1]}],\"generation\":13}");
    EXPECT_EQ(userData("ConsumerProtocolSubscription", 0, "sticky", "00000001000174000000020000000000000001"),
              "StickyAssignorUserData 0 {\"previousAssignment\":[{\"topic\":\"t\",\"partitions\":[0,1]}]}");
    EXPECT_EQ(
        userData("ConsumerProtocolSubscription", 0, "sticky", "0000000100017400"),
        "warning which structure these bytes hold is not known: no version of StickyAssignorUserData takes up the "
        "bytes exactly");
    EXPECT_EQ(userData("ConsumerProtocolSubscription", 0, "range", "00"),
              "note which structure these bytes hold is not known: protocolName is \"range\"");
}

// As the classes of Kafka Streams 4.4.0 wrote them.
TEST(NestedOpener, StreamsSubscriptions) {
    EXPECT_EQ(userData("ConsumerProtocolSubscription", 0, "stream",
                       "000000011111111122223333444455555555555500000000000000010000000000000001"),
              "SubscriptionInfoData 1 {\"version\":1,\"processId\":\"ERERESIiMzNERFVVVVVVVQ\",\"prevTasks\":[],"
              "\"standbyTasks\":[{\"topicGroupId\":0,\"partition\":1}]}");
    const std::string newest = userData(
        "ConsumerProtocolSubscription", 0, "stream",
        "0000000b0000000b1111111122223333444455555555555500000006683a3930393000000001000000000000000100000000000000"
        "2affff070000000100000001000000047a6f6e65000000027a31");
    EXPECT_EQ(newest.substr(0, 24), "SubscriptionInfoData 11 ");
    EXPECT_NE(newest.find("\"offsetSum\":42,\"namedTopology\":null"), std::string::npos) << newest;
    // The format makes no promise about later versions.
    EXPECT_EQ(userData("ConsumerProtocolSubscription", 0, "stream", "0000000c0000000c"),
              "note SubscriptionInfoData has no version 12; known: 1-11");
    EXPECT_EQ(userData("ConsumerProtocolSubscription", 0, "stream", "000000"), "error needs 4 bytes, 3 left");
}

TEST(NestedOpener, StreamsAssignmentsOfEveryVersion) {
    const std::string tasks = "0000000200000000000000010000000100000002";
    const std::string standby = "000000010000000000000003000000010001740000000" + std::string("3");
    const std::string hosts = "00000001000168000023820000000100017400000001";
    const std::string indexed = "00000002000000010001740000000000017500000001000168000023820000000100000001000000010000"
                                "000100016700002383000000010000000000000003";
    const std::vector<std::string> bodies = {
        "00000001" + tasks + standby,
        "00000002" + tasks + standby + hosts,
        "000000030000000b" + tasks + standby + hosts,
        "000000040000000b" + tasks + standby + hosts + "00000002",
        "000000050000000b" + tasks + standby +
            "000000010000000000017400000001000168000023820000000100000000000000010000"
            "0002",
        "000000060000000b" + tasks + standby + indexed + "00000002",
        "000000070000000b" + tasks + standby + indexed + "000000020000018bcfe56800",
        "000000080000000b" + tasks + standby + indexed + "000000020000018bcfe56800",
        "000000090000000b" + tasks + standby + indexed + "000000020000018bcfe56800",
    };
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::string text = userData("ConsumerProtocolAssignment", 0, "stream", bodies[i]);
        EXPECT_EQ(text.substr(0, 24), "StreamsAssignmentInfo " + std::to_string(i + 1) + ' ');
        EXPECT_NE(
            text.find("\"activeTasks\":[{\"subtopology\":0,\"partition\":1},{\"subtopology\":1,\"partition\":2}]"),
            std::string::npos)
            << text;
        EXPECT_EQ(text.find("\"nextRebalanceMs\":1700000000000") != std::string::npos, i + 1 >= 7) << text;
    }
    const std::string named = userData("ConsumerProtocolAssignment", 0, "stream",
                                       "0000000b0000000b000000020000000000000001000000000000000100000002000000030074006"
                                       "f00700000000100000000000000030000"
                                       "00000000000100017400000003" +
                                           indexed + "000000020000018bcfe56800");
    EXPECT_NE(named.find("\"namedTopologyUtf16\":[116,111,112]"), std::string::npos) << named;
}

// As Kafka Connect's own classes wrote them.
TEST(NestedOpener, ConnectMetadataAndWhatItOwns) {
    const std::string url = "000e687474703a2f2f773a383038332f000000000000002a";
    const std::string assignment = "0000"
                                   "0003772d31" +
                                   url + "00000001000473696e6b00000002ffffffff00000000";
    const std::string incremental = assignment + "0000000100036f6c640000000100000003000001f4";
    const auto join = [](const std::string& metadata) {
        const std::string size = toHex(ByteBuffer{0, 0, 0, static_cast<std::uint8_t>(metadata.size() / 2)});
        return decodeBody("JoinGroupRequest", 0,
                          "0001670000afc800000007636f6e6e656374000000010001"
                          "70" +
                              size + metadata);
    };
    const auto eager = join("0000" + url);
    ASSERT_FALSE(eager->hasErrors());
    EXPECT_EQ(said(opener().open(nodeAt(eager, "protocols[0].metadata"))),
              "ConnectSubscription 0 {\"url\":\"http://w:8083/\",\"configOffset\":42}");
    for (const std::string version : {"0001", "0002"}) {
        const auto tree = join(version + url + "0000004c" + version + incremental);
        const auto metadata = opener().open(nodeAt(tree, "protocols[0].metadata"));
        ASSERT_TRUE(metadata && metadata->tree) << version;
        EXPECT_EQ(said(opener().open(nodeAt(metadata->tree, "allocation"))).substr(18),
                  version.substr(3) +
                      " {\"error\":0,\"leader\":\"w-1\",\"leaderUrl\":\"http://w:8083/\",\"configOffset\":42,"
                      "\"assignment\":[{\"connector\":\"sink\",\"tasks\":[-1,0]}],"
                      "\"revoked\":[{\"connector\":\"old\",\"tasks\":[3]}],\"delay\":500}");
    }
    const auto nothing = opener().open(nodeAt(join("0001" + url + "ffffffff"), "protocols[0].metadata"));
    EXPECT_EQ(said(opener().open(nodeAt(nothing->tree, "allocation"))), "nothing");
}

TEST(NestedOpener, AVersionNewerThanAnyIsReadAsNewestAndSaidToBe) {
    const auto tree = decodeBody("SyncGroupResponse", 5,
                                 "00000000000009636f6e73756d65720672616e67650b00090000000000000000"
                                 "00");
    ASSERT_FALSE(tree->hasErrors()) << toJson(NodeRef::root(tree));
    const auto opened = opener().open(nodeAt(tree, "assignment"));
    ASSERT_TRUE(opened && opened->tree);
    EXPECT_EQ(opened->tree->layouts.back()->version, 3);
    EXPECT_EQ(opened->prefixes.front().value, 9);
    EXPECT_EQ(remarksOf(*opened),
              "warning ConsumerProtocolAssignment version 9 is newer than any that is known; read as version 3");
}

TEST(NestedOpener, AnAnswerThatIsSilentIsReadByItsRequestOrGroup) {
    const auto answer = decodeBody("SyncGroupResponse", 0,
                                   "0000"
                                   "00000015"
                                   "0000"
                                   "00000001"
                                   "0001"
                                   "74"
                                   "00000001"
                                   "00000003"
                                   "ffffffff");
    ASSERT_FALSE(answer->hasErrors());
    const NodeRef assignment = nodeAt(answer, "assignment");
    EXPECT_EQ(said(opener().open(assignment)),
              "note which structure these bytes hold is not known: protocolType is null");
    NestedContext known;
    known.group = group("consumer", "range");
    const std::string text =
        "ConsumerProtocolAssignment 0 {\"assignedPartitions\":[{\"topic\":\"t\",\"partitions\":[3]}],"
        "\"userData\":null}";
    EXPECT_EQ(said(opener().open(assignment, known)), text);
    NestedContext asked;
    asked.request =
        NodeRef::root(decodeBody("SyncGroupRequest", 5, "026700000001026d0009636f6e73756d65720672616e67650100"));
    ASSERT_FALSE(asked.request.tree().hasErrors());
    EXPECT_EQ(said(opener().open(assignment, asked)), text);
}

TEST(NestedOpener, ThePrincipalOfAnEnvelope) {
    const auto tree = decodeBody("EnvelopeRequest", 0,
                                 "01"
                                 "100000055573657206616c6963650100"
                                 "01"
                                 "00");
    EXPECT_EQ(said(opener().open(nodeAt(tree, "requestPrincipal"))).substr(0, 23), "DefaultPrincipalData 0 ");
}

TEST(NestedOpener, BytesThatHoldNothingThatIsKnown) {
    EXPECT_FALSE(opener().concerns(*SchemaRegistry::embedded().spec("PushTelemetryRequest").value()));
    EXPECT_TRUE(opener().concerns(*SchemaRegistry::embedded().spec("GroupMetadataValue").value()));
    const auto tree = decodeBody("JoinGroupRequest", 9, kJoin);
    EXPECT_EQ(said(opener().open(nodeAt(tree, "groupId"))), "nothing");
    EXPECT_EQ(said(opener().open(NodeRef())), "nothing");
    // Empty bytes, as followers get them, hold nothing.
    const auto follower = decodeBody("SyncGroupResponse", 0,
                                     "0000"
                                     "00000000");
    EXPECT_EQ(said(opener().open(nodeAt(follower, "assignment"))), "nothing");
}

TEST(NestedOpener, MalformedStructuresKeepWhatCouldBeRead) {
    const auto tree = decodeBody("SyncGroupResponse", 5,
                                 "00000000000009636f6e73756d65720672616e676507000300000005"
                                 "00");
    const auto opened = opener().open(nodeAt(tree, "assignment"));
    ASSERT_TRUE(opened && opened->tree);
    EXPECT_TRUE(opened->tree->hasErrors());
    const auto tiny = decodeBody("SyncGroupResponse", 5,
                                 "00000000000009636f6e73756d65720672616e67650200"
                                 "00");
    EXPECT_EQ(said(opener().open(nodeAt(tiny, "assignment"))), "error needs 2 bytes, 1 left");
}

}  // namespace
}  // namespace brokerscope
