#include "ui/models/value_tree_model.h"

#include "core/codec/encoder.h"
#include "tests/support/decoding.h"
#include "tests/unit/ui/models/model_text.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/roles.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::decodeBody;
using testing::decodeRequest;
using testing::decodeResponse;
using testing::modelText;

// A Heartbeat answer of a group that rebalances, with its size.
const std::shared_ptr<const ValueTree>& heartbeatAnswer() {
    static const auto kTree = decodeResponse(12, 4, "0000000c000000120000000000001b00");
    return kTree;
}

std::shared_ptr<const ValueTree> manyPartitions(std::size_t count) {
    // ListPartitionReassignments would do as well; OffsetDelete has an array of structures with one int32 each.
    auto spec = SchemaRegistry::embedded().spec("OffsetDeleteRequest").value();
    ValueDraft draft = ValueDraft::fromDefaults(spec);
    const FieldSpec* topics = spec->root.find("Topics");
    DraftStruct topic = makeStruct(*topics->structure);
    auto partitions = std::make_unique<DraftArray>();
    const FieldSpec* field = topics->structure->find("Partitions");
    for (std::size_t i = 0; i < count; ++i) {
        auto partition = std::make_unique<DraftStruct>(makeStruct(*field->structure));
        partition->fields[0] = static_cast<std::int64_t>(i);
        partitions->elements.emplace_back(std::move(partition));
    }
    topic.fields[field->index] = std::move(partitions);
    auto array = std::make_unique<DraftArray>();
    array->elements.emplace_back(std::make_unique<DraftStruct>(std::move(topic)));
    draft.root.fields[topics->index] = std::move(array);
    const auto layout = SchemaRegistry::embedded().layout("OffsetDeleteRequest", 0).value();
    return decodeMessage(layout, encodeMessage(layout, draft)->bytes);
}

class ValueTreeModelTest : public ::testing::Test {
protected:
    ValueTreeModel model{FieldTexts(SchemaRegistry::embedded())};
    QAbstractItemModelTester tester{&model, testing::kFatal};
};

TEST_F(ValueTreeModelTest, showsAFrameAsSizeHeaderAndBody) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    EXPECT_EQ(modelText(model), "Size | 12 bytes follow | int32 | 0+4\n"
                                "Response header | v1 |  | 4+5\n"
                                "  CorrelationId | 18 | int32 | 4+4\n"
                                "  tagged fields | none | tagged fields | 8+1\n"
                                "Body | HeartbeatResponse v4 |  | 9+7\n"
                                "  ThrottleTimeMs | 0 ms | int32 | 9+4\n"
                                "  ErrorCode | 27~REBALANCE_IN_PROGRESS | int16 | 13+2\n"
                                "  tagged fields | none | tagged fields | 15+1\n");
}

TEST_F(ValueTreeModelTest, tellsErrorCodesApart) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    EXPECT_TRUE(model.indexOfPath(QStringLiteral("errorCode")).data(IsErrorRole).toBool());
    EXPECT_FALSE(model.indexOfPath(QStringLiteral("throttleTimeMs")).data(IsErrorRole).toBool());
}

TEST_F(ValueTreeModelTest, saysWhichErrorsMayPass) {
    model.setDocument(testing::documentOf(decodeResponse(12, 4, "0000000c000000120000000000001000")));
    const QModelIndex code = model.indexOfPath(QStringLiteral("errorCode")).siblingAtColumn(TreeColumn::Value);
    EXPECT_EQ(code.data().toString().split(QChar(kMeaningSeparator)),
              QStringList({QStringLiteral("16"), QStringLiteral("NOT_COORDINATOR"), QStringLiteral("retriable")}));
}

TEST_F(ValueTreeModelTest, findsTheDeepestRowOfAByte) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    for (std::uint64_t offset = 0; offset < heartbeatAnswer()->bytes->size(); ++offset) {
        const QModelIndex index = testing::rowAt(model, offset);
        ASSERT_TRUE(index.isValid()) << offset;
        EXPECT_TRUE(model.node(index).span().contains(offset));
        EXPECT_EQ(model.rowCount(index), 0) << offset;
    }
    EXPECT_FALSE(testing::rowAt(model, heartbeatAnswer()->bytes->size()).isValid());
    EXPECT_EQ(testing::rowAt(model, 13).data(PathRole).toString(), QStringLiteral("errorCode"));
}

TEST_F(ValueTreeModelTest, findsRowsByPath) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    EXPECT_EQ(model.indexOfPath(QStringLiteral("header.correlationId")).data().toString(),
              QStringLiteral("CorrelationId"));
    EXPECT_EQ(model.indexOfPath(QStringLiteral("size")).data().toString(), QStringLiteral("Size"));
    EXPECT_FALSE(model.indexOfPath(QStringLiteral("nothing")).isValid());
}

TEST_F(ValueTreeModelTest, givesTheRawValueInTheToolTip) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    const QModelIndex code = model.indexOfPath(QStringLiteral("errorCode")).siblingAtColumn(TreeColumn::Value);
    EXPECT_EQ(code.data(Qt::ToolTipRole).toString(), QStringLiteral("27"));
}

TEST_F(ValueTreeModelTest, showsLongArraysInRanges) {
    model.setDocument(testing::documentOf(manyPartitions(2500)));
    const QModelIndex partitions = model.indexOfPath(QStringLiteral("topics[0].partitions"));
    ASSERT_EQ(model.rowCount(partitions), 3);
    EXPECT_EQ(model.index(0, 0, partitions).data().toString(), QStringLiteral("[0 … 999]"));
    EXPECT_EQ(model.index(2, 0, partitions).data().toString(), QStringLiteral("[2000 … 2499]"));
    EXPECT_EQ(model.rowCount(model.index(2, 0, partitions)), 500);
    const QModelIndex element = model.index(7, 0, model.index(1, 0, partitions));
    EXPECT_EQ(element.data(PathRole).toString(), QStringLiteral("topics[0].partitions[1007]"));
}

TEST_F(ValueTreeModelTest, findsNodesWithinRanges) {
    const auto tree = manyPartitions(2500);
    model.setDocument(testing::documentOf(tree));
    const QModelIndex index = model.indexOfPath(QStringLiteral("topics[0].partitions[2049].partitionIndex"));
    ASSERT_TRUE(index.isValid());
    EXPECT_EQ(index.siblingAtColumn(TreeColumn::Value).data().toString(), QStringLiteral("2049"));
    EXPECT_EQ(testing::rowAt(model, model.node(index).span().offset), index);
    EXPECT_EQ(index.parent().parent().data().toString(), QStringLiteral("[2000 … 2499]"));
}

TEST_F(ValueTreeModelTest, thousandElementsNeedNoRange) {
    model.setDocument(testing::documentOf(manyPartitions(1000)));
    const QModelIndex partitions = model.indexOfPath(QStringLiteral("topics[0].partitions"));
    ASSERT_EQ(model.rowCount(partitions), 1000);
    EXPECT_EQ(model.index(999, 0, partitions).data().toString(), QStringLiteral("[999]"));
}

TEST_F(ValueTreeModelTest, rollsRemarksUpToTheRoot) {
    // The same answer with its last two bytes missing.
    model.setDocument(testing::documentOf(decodeResponse(12, 4, "0000000a00000012000000000000")));
    const QModelIndex code = testing::rowAt(model, 13);
    EXPECT_GE(model.index(2, 0).data(RemarkCountRole).toInt(), 1);
    EXPECT_EQ(model.index(2, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Error));
    EXPECT_EQ(model.index(0, 0).data(SeverityRole).toInt(), -1);
    EXPECT_TRUE(code.isValid());
    const QModelIndex header = model.index(1, 0);
    EXPECT_EQ(header.data(RemarkCountRole).toInt(), 0);
}

TEST_F(ValueTreeModelTest, keepsBytesOfMessagesItCannotRead) {
    model.setDocument(testing::documentOf(decodeRequest("0000000c7fff0000000000010000aabb")));
    const QModelIndex last = testing::rowAt(model, 15);
    ASSERT_TRUE(last.isValid());
    EXPECT_EQ(last.data(RowKindRole).toInt(), static_cast<int>(RowKind::Gap));
    EXPECT_EQ(last.siblingAtColumn(TreeColumn::Type).data().toString(), QStringLiteral("not decoded"));
}

TEST_F(ValueTreeModelTest, remarksOnTheWholeMessageStandFirst) {
    // The prefix says one byte more than there is.
    model.setDocument(testing::documentOf(decodeResponse(12, 4, "0000000d000000120000000000001b00")));
    const QModelIndex first = model.index(0, TreeColumn::Value);
    ASSERT_EQ(first.data(OwnRemarksRole).toStringList().size(), 1) << modelText(model);
    EXPECT_EQ(first.data().toString(), first.data(OwnRemarksRole).toStringList().front());
    EXPECT_TRUE(first.data().toString().contains(QStringLiteral("13"))) << first.data().toString().toStdString();
    EXPECT_NE(first.data(SeverityRole).toInt(), static_cast<int>(Severity::Note));
    EXPECT_FALSE(model.hasChildren(first.siblingAtColumn(0)));
    EXPECT_EQ(model.indexOfPath(QStringLiteral("errorCode")).parent(), model.index(model.rowCount() - 1, 0));
}

TEST_F(ValueTreeModelTest, forgetsNodesOfOtherTrees) {
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    const NodeRef other = NodeRef::root(manyPartitions(3)).child(0);
    EXPECT_FALSE(model.indexOf(other).isValid());
    model.setDocument(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(testing::rowAt(model, 0).isValid());
}

TEST_F(ValueTreeModelTest, namesTopicsOfKnownIds) {
    EntityNames names;
    names.topicById.insert(QStringLiteral("6kySFknNRdG0J1E9XdO4sA"), QStringLiteral("orders"));
    model.setTexts(FieldTexts(SchemaRegistry::embedded(), names));
    model.setDocument(testing::documentOf(
        decodeBody("ProduceRequest", 13, "00ffff0000753002ea4c921649cd45d1b427513d5dd3b8b0020000000000000000")));
    const QModelIndex id = model.indexOfPath(QStringLiteral("topicData[0].topicId")).siblingAtColumn(TreeColumn::Value);
    EXPECT_EQ(id.data().toString().section(QChar(kMeaningSeparator), 1), QStringLiteral("orders"));
    EXPECT_EQ(model.indexOfPath(QStringLiteral("timeoutMs"))
                  .siblingAtColumn(TreeColumn::Value)
                  .data()
                  .toString()
                  .section(QChar(kMeaningSeparator), 1),
              QStringLiteral("= 30 s"));
}

// A text may be as long as its message; rows are painted often.
TEST_F(ValueTreeModelTest, ofALongTextOnlyTheBeginningIsShown) {
    const auto layout = SchemaRegistry::embedded().layout("SaslAuthenticateResponse", 2).value();
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    std::string text = "x";  // so that the cut would be within a character
    for (int i = 0; i < 1'000'000; ++i) {
        text += "ä";
    }
    draft.root.fields[layout->spec->root.find("ErrorMessage")->index] = DraftText{text};
    model.setDocument(testing::documentOf(decodeMessage(layout, encodeMessage(layout, draft)->bytes)));
    const QModelIndex value = model.indexOfPath(QStringLiteral("errorMessage")).siblingAtColumn(TreeColumn::Value);
    EXPECT_LT(value.data().toString().size(), 500);
    EXPECT_TRUE(value.data().toString().startsWith(QStringLiteral("xää")));
    // Below the remark that it is longer than Java takes.
    const QString toolTip = value.data(Qt::ToolTipRole).toString().section(QLatin1Char('\n'), -1);
    EXPECT_EQ(toolTip.size(), 1 + 2047 + 1);
    EXPECT_TRUE(toolTip.endsWith(QStringLiteral("ä…"))) << "no character is cut in two";
    EXPECT_EQ(value.data(RawValueRole).toString().toStdString(), text) << "what is copied is all of it";
}

TEST(ValueTreeModel, rowsHaveTheHelpOfTheirFields) {
    ValueTreeModel model{FieldTexts(SchemaRegistry::embedded())};
    model.setDocument(testing::documentOf(heartbeatAnswer()));
    const QModelIndex errorCode = model.indexOfPath(QStringLiteral("errorCode"));
    const QString help = errorCode.data(HelpRole).toString();
    ASSERT_FALSE(help.isEmpty());
    EXPECT_EQ(errorCode.data(Qt::ToolTipRole).toString(), QStringLiteral("ErrorCode\n") + help);
    EXPECT_TRUE(model.index(0, 0).data(HelpRole).toString().isEmpty());
    EXPECT_EQ(errorCode.siblingAtColumn(TreeColumn::Bytes).data(Qt::ToolTipRole).toString(),
              QStringLiteral("offset 13, 2 bytes"));
}

}  // namespace
}  // namespace brokerscope
