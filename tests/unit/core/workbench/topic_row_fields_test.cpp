#include "core/workbench/topic_row_fields.h"

#include "core/workbench/topic_export.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const TopicRowContext kOffsets{&SchemaRegistry::embedded(), "__consumer_offsets", "__consumer_offsets", {}};
const TopicRowContext kOrders{&SchemaRegistry::embedded(), "orders", "", {}};

SharedTopicPiece pieceWith(const TopicRowContext& context, const std::vector<ByteBuffer>& batches) {
    TopicRowBuilder builder(*context.registry, {context.decodedAs, {}, {}, {}});
    for (const ByteBuffer& bytes : batches) {
        addBatch(builder, 3, bytes);
    }
    return builder.take();
}

SharedTopicPiece offsetsPiece() {
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 1, 42),
                     commitRecord("billing", "orders", 2, 7),
                     {memberKey(5, "payments", "c-3"), std::nullopt}};
    return pieceWith(kOffsets, {sealed(batch, 0), sealed(transactionalBatch(5, {commitRecord("tx", "t", 0, 1)}), 3),
                                sealed(markerBatch(5, true), 4)});
}

SharedTopicPiece ordersPiece() {
    WrittenBatch batch;
    batch.records = {plainRecord("o-1", R"({"state":"paid"})"), plainRecord("o-2", R"({"state":"open, late"})"),
                     plainRecord("o-3", std::nullopt)};
    return pieceWith(kOrders, {sealed(batch, 10)});
}

std::vector<std::int64_t> found(const TopicRowContext& context, const SharedTopicPiece& piece, std::string_view text) {
    const auto filter = parseRowFilter(text, context);
    EXPECT_TRUE(filter) << text << (filter ? "" : filter.error().text());
    TopicRowFields fields(context);
    std::vector<std::int64_t> offsets;
    for (const std::uint32_t row : matchingRows(filter.value_or(Filter()), *piece, fields)) {
        offsets.push_back(piece->rows[row].offset);
    }
    return offsets;
}

TEST(TopicRowFields, ColumnsOfAnInternalTopic) {
    const auto piece = offsetsPiece();
    const auto by = [&](std::string_view text) { return found(kOffsets, piece, text); };
    EXPECT_THAT(by("group:payments"), ElementsAre(0, 2));
    EXPECT_THAT(by("type:OffsetCommit"), ElementsAre(0, 1, 3));
    EXPECT_THAT(by("type:1 group:billing"), ElementsAre(1));
    EXPECT_THAT(by("tombstone:true"), ElementsAre(2));
    EXPECT_THAT(by("member:c-3"), ElementsAre(2));
    EXPECT_THAT(by("transactional:true"), ElementsAre(3, 4));
    EXPECT_THAT(by("control:true"), ElementsAre(4));
    EXPECT_THAT(by("producer:5 -control:true"), ElementsAre(3));
    EXPECT_THAT(by("offset>=3 partition:3"), ElementsAre(3, 4));
    EXPECT_THAT(by("time<0"), IsEmpty());
    EXPECT_THAT(by("time<2001-01-01 offset<2"), ElementsAre(0, 1));
    EXPECT_THAT(by("time>=2001-01-01"), IsEmpty());
    EXPECT_THAT(by("says~\"offset 42\""), ElementsAre(0));
}

TEST(TopicRowFields, FieldsOfKeyAndValueByTheirPaths) {
    const auto piece = offsetsPiece();
    EXPECT_THAT(found(kOffsets, piece, "key.topic:orders value.offset>10"), ElementsAre(0));
    EXPECT_THAT(found(kOffsets, piece, "key.memberId:c-3"), ElementsAre(2));
    EXPECT_THAT(found(kOffsets, piece, "value.nothing:1"), IsEmpty());
}

TEST(TopicRowFields, WordsAreLookedForInKeyAndValue) {
    const auto piece = ordersPiece();
    EXPECT_THAT(found(kOrders, piece, "paid"), ElementsAre(10));
    EXPECT_THAT(found(kOrders, piece, "key:o-2"), ElementsAre(11));
    EXPECT_THAT(found(kOrders, piece, "value:null"), ElementsAre(12));
    EXPECT_THAT(found(kOrders, piece, "text~LATE"), ElementsAre(11));
    EXPECT_THAT(found(kOrders, piece, "size>15B"), ElementsAre(10, 11));
    EXPECT_THAT(found(kOrders, piece, "tombstone:true"), ElementsAre(12));
}

TEST(TopicRowFields, TextIsKeyValueOrHeaders) {
    WrittenBatch batch;
    batch.records = {plainRecord("needle", "straw"), plainRecord("straw", "needle"), plainRecord("straw", "straw"),
                     plainRecord("needle", std::nullopt)};
    batch.records[0].headers = batch.records[1].headers = {{"trace", textBytes("7")}};
    batch.records[2].headers = {{"trace", textBytes("7")}, {"needle", textBytes("8")}};
    const auto piece = pieceWith(kOrders, {sealed(batch, 0)});
    EXPECT_THAT(found(kOrders, piece, "text~needle"), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(found(kOrders, piece, "-text~needle"), IsEmpty());
    EXPECT_THAT(found(kOrders, piece, "needle"), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(found(kOrders, piece, "-needle"), IsEmpty());
    EXPECT_THAT(found(kOrders, piece, "text~trace"), ElementsAre(0, 1, 2));
    EXPECT_THAT(found(kOrders, piece, "-text~trace"), ElementsAre(3));
}

TEST(TopicRowFields, WrongNamesAreSaid) {
    const auto wrong = parseRowFilter("group:a groop:b", kOffsets);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().id, MessageId::UnknownField);
    EXPECT_THAT(wrong.error().text(), HasSubstr("group"));
    EXPECT_EQ(wrong.error().where->offset, 8U);
    EXPECT_TRUE(parseRowFilter("key.group:b", kOffsets));
    EXPECT_FALSE(parseRowFilter("key.group:b", kOrders)) << "nothing is decoded there";
    EXPECT_FALSE(parseRowFilter("offset>", kOrders));
}

TEST(TopicRowFields, CancelledItFindsNoMore) {
    CancelToken cancel;
    cancel.cancel();
    const auto piece = ordersPiece();
    TopicRowFields fields(kOrders);
    EXPECT_THAT(matchingRows(Filter(), *piece, fields, cancel), IsEmpty());
}

std::vector<std::string> exported(const TopicExport& what) {
    const std::string path = temporaryPath("export").string();
    const auto written = exportRows(what, path);
    EXPECT_TRUE(written);
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    std::filesystem::remove(path);
    return lines;
}

TEST(TopicExport, JsonOfAnInternalTopic) {
    const auto piece = offsetsPiece();
    TopicExport what{kOffsets, TopicExportForm::JsonLines, {{piece, {0, 2, 3, 4}}}, {}};
    what.transactions.note(piece->decided);
    const auto lines = exported(what);
    ASSERT_EQ(lines.size(), 4U);
    const auto commit = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(commit["topic"], "__consumer_offsets");
    EXPECT_EQ(commit["partition"], 3);
    EXPECT_EQ(commit["type"], "OffsetCommit");
    EXPECT_EQ(commit["value"]["offset"], 42);
    EXPECT_EQ(commit["group"], "payments");
    EXPECT_TRUE(commit["deletes"].is_null());
    EXPECT_EQ(commit["transactional"], false);
    const auto tombstone = nlohmann::json::parse(lines[1]);
    EXPECT_EQ(tombstone["tombstone"], true);
    EXPECT_THAT(tombstone["deletes"].get<std::string>(), HasSubstr("c-3"));
    EXPECT_EQ(nlohmann::json::parse(lines[2])["transaction"], "committed");
    EXPECT_EQ(nlohmann::json::parse(lines[3])["control"]["name"], "COMMIT");
}

TEST(TopicExport, OrdinaryRecords) {
    const auto piece = ordersPiece();
    const TopicExport json{kOrders, TopicExportForm::JsonLines, {{piece, {1}}}, {}};
    const auto object = nlohmann::json::parse(exported(json).front());
    EXPECT_EQ(object["topic"], "orders");
    EXPECT_EQ(object["offset"], 11);
    EXPECT_EQ(object["key"], "by0y");
    const TopicExport csv{kOrders, TopicExportForm::Csv, {{piece, {1, 2}}}, {}};
    const auto lines = exported(csv);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "partition,offset,timestamp,type,typeId,group,about,tombstone,transaction,producerId,key,"
                        "value,record,checkpoint\r");
    EXPECT_EQ(lines[1], "3,11,1000,,,,,false,,,o-2,\"{\"\"state\"\":\"\"open, late\"\"}\",,\r");
    EXPECT_EQ(lines[2], "3,12,1000,,,,,true,,,o-3,,,\r");
}

TEST(TopicExport, AFileThatCannotBeWrittenIsSaid) {
    const TopicExport what{kOrders, TopicExportForm::Csv, {{ordersPiece(), {0}}}, {}};
    const auto refused = exportRows(what, "/nowhere/at/all");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, MessageId::FileUnwritable);
    EXPECT_THAT(refused.error().text(), HasSubstr("cannot write /nowhere/at/all"));
}

TEST(TopicExport, RowsWhoseBytesAreGoneAreCounted) {
    const auto kept = ordersPiece();
    TopicPiece gone = *kept;
    gone.batches[0].place = {nullptr, std::make_shared<const std::string>("/nowhere/at/all"), 0};
    const TopicExport what{
        kOrders, TopicExportForm::JsonLines, {{kept, {0}}, {std::make_shared<TopicPiece>(gone), {1, 2}}}, {}};
    const std::string path = temporaryPath("export-gone").string();
    const auto done = exportRows(what, path);
    std::filesystem::remove(path);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->written, 1U);
    EXPECT_EQ(done->missing, 2U);
}

}  // namespace
}  // namespace brokerscope
