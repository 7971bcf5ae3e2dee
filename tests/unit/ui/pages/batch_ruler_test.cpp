#include "ui/pages/batch_ruler.h"

#include "tests/unit/core/workbench/written_topic.h"

#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;

TEST(BatchRulerLayout, LargeBatchesAreWideAndSmallOnesStayVisible) {
    const BatchRulerLayout layout({{0, 0, 0}, {1600, 1600, 0}, {std::uint64_t{1} << 30, std::uint64_t{1} << 30, 0}},
                                  20);
    const auto& boxes = layout.boxes();
    EXPECT_EQ(boxes[0].batch.width(), BatchRulerLayout::kLeastWidth);
    EXPECT_EQ(boxes[1].batch.width(), 30);
    EXPECT_EQ(boxes[2].batch.width(), BatchRulerLayout::kMostWidth);
    EXPECT_EQ(boxes[1].batch.left(), boxes[0].batch.right() + 1 + BatchRulerLayout::kBetween);
    EXPECT_EQ(layout.width(), boxes[2].batch.right() + 1);
}

TEST(BatchRulerLayout, WhatCompressionLeftIsFilled) {
    const BatchRulerLayout layout({{100, 100, 0}, {50, 100, 0}, {1, 1'000'000, 0}}, 20);
    EXPECT_EQ(layout.boxes()[0].filled.height(), 20);
    EXPECT_EQ(layout.boxes()[1].filled.height(), 10);
    EXPECT_EQ(layout.boxes()[1].filled.bottom(), layout.boxes()[1].batch.bottom());
    EXPECT_EQ(layout.boxes()[2].filled.height(), 2) << "never nothing";
}

TEST(BatchRulerLayout, MissingOffsetsLeaveAGap) {
    const BatchRulerLayout layout({{100, 100, 0}, {100, 100, 1}, {100, 100, 1'000'000'000}}, 20);
    EXPECT_TRUE(layout.boxes()[0].gap.isEmpty());
    EXPECT_EQ(layout.boxes()[1].gap.width(), BatchRulerLayout::kLeastGap);
    EXPECT_EQ(layout.boxes()[2].gap.width(), BatchRulerLayout::kMostGap);
    EXPECT_LT(layout.boxes()[1].gap.right(), layout.boxes()[1].batch.left());
    EXPECT_EQ(layout.batchAt(layout.boxes()[1].gap.left()), -1);
    EXPECT_EQ(layout.batchAt(layout.boxes()[1].batch.right()), 1);
    EXPECT_EQ(layout.batchAt(-1), -1);
    EXPECT_EQ(layout.batchAt(100'000), -1);
}

TEST(BatchRulerLayout, TheChosenBatchStandsInTheMiddle) {
    const BatchRulerLayout layout(std::vector<RulerMark>(100, {400, 400, 0}), 20);
    const int width = layout.width();
    EXPECT_EQ(layout.offsetFor(0, 200), 0);
    EXPECT_EQ(layout.offsetFor(99, 200), width - 200);
    EXPECT_EQ(layout.offsetFor(50, 200), layout.boxes()[50].batch.center().x() - 100);
    EXPECT_EQ(layout.offsetFor(50, width), 0);
    EXPECT_EQ(layout.offsetFor(-1, 200), 0);
}

TEST(BatchRuler, KeysAndClicksGoFromBatchToBatch) {
    TopicRowBuilder builder(SchemaRegistry::embedded(), {});
    for (int i = 0; i < 3; ++i) {
        WrittenBatch batch;
        batch.records = {plainRecord("k", "v"), plainRecord("k", "v")};
        addBatch(builder, 6, sealed(batch, 10 * i));
    }
    const SharedTopicPiece piece = builder.take();
    BatchRuler ruler;
    ruler.resize(600, ruler.sizeHint().height());
    ruler.show();
    ruler.setBatches({{piece, 0, {}}, {piece, 1, {}}, {piece, 2, {}}}, 1);
    EXPECT_THAT(ruler.accessibleDescription().toStdString(), ::testing::HasSubstr("offsets 10 to 11"));
    EXPECT_THAT(ruler.accessibleDescription().toStdString(), ::testing::HasSubstr("8 offsets before it are gone"));
    QList<quint32> rows;
    QObject::connect(&ruler, &BatchRuler::batchChosen, &ruler,
                     [&rows](const SharedTopicPiece&, quint32 row) { rows.append(row); });
    QTest::keyClick(&ruler, Qt::Key_Left);
    QTest::keyClick(&ruler, Qt::Key_Right);
    QTest::mouseClick(&ruler, Qt::LeftButton, {}, ruler.batchRect(1).center());
    EXPECT_EQ(rows, QList<quint32>({0, 4, 2}));
    EXPECT_FALSE(ruler.grab().isNull());
}

}  // namespace
}  // namespace brokerscope
