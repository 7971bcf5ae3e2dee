#include "ui/inspector/message_search.h"

#include "core/records/record_trees.h"
#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/inspector/copy_formats.h"
#include "ui/inspector/hex_looks.h"
#include "ui/models/open_document.h"

#include <QTest>
#include <gmock/gmock.h>

#include <algorithm>

namespace brokerscope {
namespace {

std::shared_ptr<const ValueTree> heartbeatAnswer() {
    return testing::decodeResponse(12, 4, "0000000c000000120000000000001b00");
}

SearchedParts alone(std::shared_ptr<const ValueTree> tree) {
    return {{std::move(tree), 0, {}}};
}

SearchQuery query(SearchMode mode, const char* text, std::uint64_t from = 0, bool backwards = false) {
    return {mode, QString::fromLatin1(text), {0, from}, 0, backwards, FieldTexts(SchemaRegistry::embedded())};
}

std::optional<std::uint64_t> place(SearchMode mode, const char* text, std::uint64_t from, bool backwards = false) {
    const auto hit = searchMessage(alone(heartbeatAnswer()), query(mode, text, from, backwards));
    return hit && *hit ? std::optional((*hit)->place.offset) : std::nullopt;
}

TEST(MessageSearch, findsHexForwardsBackwardsAndAround) {
    EXPECT_EQ(place(SearchMode::Hex, "1b", 0), 14u);
    EXPECT_EQ(place(SearchMode::Hex, "00 00", 0), 1u);
    EXPECT_EQ(place(SearchMode::Hex, "0c", 5), 3u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Hex, "00", 3, true), 2u);
    EXPECT_EQ(place(SearchMode::Hex, "1b", 3, true), 14u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Hex, "1b", 14), 14u) << "the only one";
    EXPECT_EQ(place(SearchMode::Hex, "ff", 0), std::nullopt);
    EXPECT_EQ(place(SearchMode::Hex, "00 00 00 0c 00", 0), 0u) << "the first byte comes last";
}

TEST(MessageSearch, AQuestionMarkIsAnyHalfByte) {
    EXPECT_EQ(place(SearchMode::Hex, "1?", 0), 7u);
    EXPECT_EQ(place(SearchMode::Hex, "1?", 7), 14u);
    EXPECT_EQ(place(SearchMode::Hex, "0000 ?? 12", 0), 4u);
    EXPECT_EQ(place(SearchMode::Hex, "?b??", 0), 14u);
    EXPECT_EQ(place(SearchMode::Hex, "?c", 0), 3u);
    EXPECT_EQ(place(SearchMode::Hex, "f?", 0), std::nullopt);
    EXPECT_EQ(place(SearchMode::Hex, "0x1?", 0), 7u);
    const auto odd = searchMessage(alone(heartbeatAnswer()), query(SearchMode::Hex, "1? ?"));
    ASSERT_FALSE(odd);
    EXPECT_EQ(odd.error().id, MessageId::HexOddDigits);
    const auto bad = searchMessage(alone(heartbeatAnswer()), query(SearchMode::Hex, "?x"));
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().id, MessageId::InvalidHex);
}

TEST(MessageSearch, FindsValuesByTheirNumberAndByHowTheyRead) {
    EXPECT_EQ(place(SearchMode::Value, "27", 0), 13u) << "the error code";
    EXPECT_EQ(place(SearchMode::Value, "0x12", 0), 4u) << "the correlation id";
    EXPECT_EQ(place(SearchMode::Value, "7", 0), std::nullopt) << "no part of a number";
    EXPECT_EQ(place(SearchMode::Value, "rebalance_in", 0), 13u);
    EXPECT_EQ(place(SearchMode::Value, "18", 13, true), 4u);
    EXPECT_EQ(place(SearchMode::Value, "nothing", 0), std::nullopt);
}

TEST(MessageSearch, findsFieldsByPartOfTheirName) {
    EXPECT_EQ(place(SearchMode::Field, "throttle", 0), 9u);
    EXPECT_EQ(place(SearchMode::Field, "ERRORCODE", 0), 13u);
    EXPECT_EQ(place(SearchMode::Field, "correlation", 10), 4u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Field, "correlation", 10, true), 4u);
    EXPECT_EQ(place(SearchMode::Field, "throttle", 4, true), 9u) << "wraps around";
    EXPECT_EQ(place(SearchMode::Field, "nothing", 0), std::nullopt);
}

TEST(MessageSearch, goesToOffsets) {
    EXPECT_EQ(place(SearchMode::Offset, "0x0e", 0), 14u);
    EXPECT_EQ(place(SearchMode::Offset, "3", 0), 3u);
    const auto beyond = searchMessage(alone(heartbeatAnswer()), query(SearchMode::Offset, "16"));
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().id, MessageId::ValueOutOfRange);
}

TEST(MessageSearch, saysWhatIsNoPattern) {
    EXPECT_FALSE(searchMessage(alone(heartbeatAnswer()), query(SearchMode::Hex, "xy")));
    EXPECT_TRUE(searchMessage({}, query(SearchMode::Text, "a")));
}

TEST(MessageSearch, endsWhereItIsCancelled) {
    CancelToken cancel;
    cancel.cancel();
    for (const auto& [mode, text] : {std::pair{SearchMode::Hex, "1b"}, {SearchMode::Field, "error"}}) {
        const auto hit = searchMessage(alone(heartbeatAnswer()), query(mode, text), cancel);
        ASSERT_TRUE(hit);
        EXPECT_FALSE(*hit);
    }
}

TEST(MessageSearch, saysHowFarItIs) {
    const auto bytes = std::make_shared<ByteBuffer>(3'000'000);
    bytes->back() = 1;
    const auto tree = openRecordSet(bytes, {BufferId::Main, 0, 0});
    SearchProgress progress(0);
    const auto hit = searchMessage(alone(tree), query(SearchMode::Hex, "01"), {}, &progress);
    ASSERT_TRUE(hit && *hit);
    EXPECT_EQ((*hit)->place.offset, bytes->size() - 1);
    EXPECT_GT(progress, 900);
    EXPECT_LT(progress, 1000);
}

// A long list of topics: those before the place are not visited one by one, those after it not at all.
TEST(MessageSearch, findsTheNextFieldOfALongArray) {
    constexpr int kTopics = 5000;
    std::string hex = "00000000"
                      "00001388";
    for (int i = 0; i < kTopics; ++i) {
        hex += "0001"
               "74"
               "00000000";
    }
    const auto tree = testing::decodeBody("OffsetFetchResponse", 2, hex.substr(8) + "0000");
    const auto array = NodeRef::root(tree).child(0);
    ASSERT_EQ(array.childCount(), static_cast<std::size_t>(kTopics));
    const std::uint64_t from = array.child(3210).findField("name")->span().offset;
    const auto next = searchMessage(alone(tree), query(SearchMode::Field, "name", from));
    ASSERT_TRUE(next && *next);
    EXPECT_EQ((*next)->node.path(), "topics[3211].name");
    const auto before = searchMessage(alone(tree), query(SearchMode::Field, "name", from, true));
    ASSERT_TRUE(before && *before);
    EXPECT_EQ((*before)->node.path(), "topics[3209].name");
}

// A Fetch answer with its batches, their records (decompressed, in a buffer of their own) opened.
class SearchInOpenedParts : public ::testing::Test {
protected:
    SearchInOpenedParts() : document(testing::fetched("t", testing::kC059_0), testing::reading().document()) {
        const NodeRef records = *NodeRef::root(document.message()).find(testing::kRecordsPath);
        open(records);
        open(*NodeRef::root(document.openedAt(records)->tree).find("batches[0].records"));
    }
    void open(const NodeRef& node) {
        document.open(node);
        EXPECT_TRUE(QTest::qWaitFor([&] { return document.openedAt(node) != nullptr; }));
    }
    // The paths of all hits, one search after the other, until one comes twice.
    std::vector<std::string> all(const char* name, bool backwards) {
        const SearchedParts parts = searchedParts(document);
        std::vector<std::string> paths;
        SearchQuery wanted = query(SearchMode::Field, name, 0, backwards);
        for (int i = 0; i < 50; ++i) {
            const auto hit = searchMessage(parts, wanted);
            if (!hit || !*hit) {
                break;
            }
            const std::string path = std::to_string((*hit)->place.part) + ':' + (*hit)->node.path();
            if (std::ranges::find(paths, path) != paths.end()) {
                break;
            }
            paths.push_back(path);
            wanted.from = (*hit)->place;
        }
        return paths;
    }

    OpenDocument document;
};

TEST_F(SearchInOpenedParts, findsTheirFieldsInTheOrderOfTheRows) {
    ASSERT_EQ(document.buffers().size(), 2u);
    EXPECT_THAT(all("records", false),
                ::testing::ElementsAre("0:responses[0].partitions[0].records", "1:batches[0].recordsCount",
                                       "1:batches[0].records", "2:records"));
    EXPECT_THAT(all("timestampdelta", false),
                ::testing::ElementsAre("2:records[0].timestampDelta", "2:records[1].timestampDelta"));
}

TEST_F(SearchInOpenedParts, findsThemBackwardsToo) {
    std::vector<std::string> forwards = all("delta", false);
    const std::vector<std::string> backwards = all("delta", true);
    EXPECT_GE(forwards.size(), 3u);
    std::ranges::reverse(forwards);
    EXPECT_EQ(backwards, forwards);
}

TEST(CopyFormats, giveTheTextsOfANode) {
    const OpenDocument document(heartbeatAnswer(), testing::reading().document());
    const NodeRef code = *NodeRef::root(document.message()).child(2).find("errorCode");
    EXPECT_EQ(copiedNode(document, code, QStringLiteral("27"), CopyFormat::Value), QStringLiteral("27"));
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::Path), QStringLiteral("errorCode"));
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::Json), QStringLiteral("27"));
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::Hex), QStringLiteral("001b"));
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::Base64), QStringLiteral("ABs="));
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::CArray),
              QStringLiteral("static const unsigned char bytes[2] = {\n    0x00, 0x1b,\n};\n"));
    EXPECT_TRUE(copiedNode(document, code, {}, CopyFormat::HexDump).startsWith(QStringLiteral("0000000d")));
    EXPECT_TRUE(copiedNode(document, {}, {}, CopyFormat::Path).isEmpty());
    EXPECT_EQ(copiedNode(document, code, {}, CopyFormat::KafkaJson), QStringLiteral("27"));
}

TEST(HexLooks, coverTheMessageAndMarkRemarks) {
    const auto tree = testing::decodeResponse(12, 4, "0000000a00000012000000000000");
    const HexHighlights looks = hexLooks(tree, 0, tree->bytes->size());
    std::uint64_t at = 0;
    for (const HexHighlight& run : looks.runs()) {
        EXPECT_EQ(run.offset, at);
        at = run.end();
    }
    EXPECT_EQ(at, tree->bytes->size());
    EXPECT_EQ(looks.at(0)->kind, HexKind::SizePrefix);
    EXPECT_FALSE(looks.marksIn(0, tree->bytes->size()).empty());
    EXPECT_TRUE(hexLooks(nullptr, 0, 10).isEmpty());
}

// What Kafka's converters do not write is left out for Kafka.
TEST(CopyFormats, KafkasJsonHasNoKeysOfOurs) {
    const OpenDocument document(testing::decodeBody("ApiVersionsRequest", 3, "0275027601630163"),
                                testing::reading().document());
    const NodeRef root = NodeRef::root(document.message());
    const QString ours = copiedNode(document, root, {}, CopyFormat::Json);
    const QString kafkas = copiedNode(document, root, {}, CopyFormat::KafkaJson);
    EXPECT_TRUE(ours.contains(QStringLiteral("_unknownTags"))) << ours.toStdString();
    EXPECT_FALSE(kafkas.contains(QLatin1Char('_'))) << kafkas.toStdString();
}

TEST(CopyFormats, ATestVectorIsALineOfBatchWithItsAnswer) {
    const OpenDocument document(heartbeatAnswer(), testing::reading().document());
    const QString line = copiedNode(document, NodeRef::root(document.message()), {}, CopyFormat::TestVector);
    EXPECT_TRUE(line.startsWith(QStringLiteral(
        R"({"op":"decode","name":"HeartbeatResponse","version":4,"frame":true,"hex":"0000000c000000120000000000001b00",)")))
        << line.toStdString();
    EXPECT_TRUE(line.contains(QStringLiteral(R"("expect":{"ok":true)"))) << line.toStdString();
    EXPECT_FALSE(nodeCopyFormats(true).contains(CopyFormat::TestVector)) << "masked bytes are no vector";
}

}  // namespace
}  // namespace brokerscope
