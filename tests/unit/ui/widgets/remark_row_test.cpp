#include "ui/widgets/remark_row.h"

#include "ui/style/application_style.h"
#include "ui/style/metrics.h"

#include <QApplication>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

class RemarkRowTest : public ::testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        row.sentence = QStringLiteral("MetadataRequest has no version 99 in the loaded definitions");
        row.bytes = QStringLiteral("12+18");
        row.bytesWidth = 80;
    }
    QFontMetrics metrics() const { return QFontMetrics(QApplication::font()); }

    RemarkRow row;
};

TEST_F(RemarkRowTest, OneLineIsAsHighAsOtherRows) {
    EXPECT_EQ(row.height(1200, metrics()), rowHeight());
}

TEST_F(RemarkRowTest, ANarrowRowHasAllLinesOfTheSentence) {
    for (const int width : {240, 320, 400}) {
        const int height = row.height(width, metrics());
        EXPECT_GT(height, rowHeight()) << width;
        const QRect room = row.places({0, 0, width, height}, metrics()).sentence;
        const QRect used = metrics().boundingRect(QRect(0, 0, room.width(), 0), Qt::TextWordWrap, row.sentence);
        EXPECT_LE(used.height(), room.height()) << width;
    }
}

TEST_F(RemarkRowTest, SignSentenceAndBytesStandSideBySide) {
    const RemarkRow::Places at = row.places({16, 48, 500, 24}, metrics());
    EXPECT_GE(at.sign.left(), 16);
    EXPECT_GT(at.sentence.left(), at.sign.right());
    EXPECT_GT(at.bytes.left(), at.sentence.right());
    EXPECT_LE(at.bytes.right(), 516);
}

TEST_F(RemarkRowTest, WithoutBytesTheSentenceHasTheirRoom) {
    const int before = row.places({0, 0, 500, 24}, metrics()).sentence.width();
    row.bytes.clear();
    EXPECT_GE(row.places({0, 0, 500, 24}, metrics()).sentence.width(), before + 70);
}

}  // namespace
}  // namespace brokerscope
