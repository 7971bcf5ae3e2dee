#include "ui/models/value_format.h"

#include <gtest/gtest.h>
#include <limits>

namespace brokerscope {
namespace {

QString plain(QString text) {
    return text.replace(QChar(0x202f), QLatin1Char('_')).replace(QChar(kMeaningSeparator), QLatin1Char('~'));
}

TEST(ValueFormat, groupsThousands) {
    EXPECT_EQ(plain(grouped(0)), QStringLiteral("0"));
    EXPECT_EQ(plain(grouped(999)), QStringLiteral("999"));
    EXPECT_EQ(plain(grouped(-1000)), QStringLiteral("-1_000"));
    EXPECT_EQ(plain(grouped(-999)), QStringLiteral("-999"));
    EXPECT_EQ(plain(grouped(std::numeric_limits<std::int64_t>::min())), QStringLiteral("-9_223_372_036_854_775_808"));
}

TEST(ValueFormat, cutsLongBytes) {
    EXPECT_EQ(plain(bytesText({})), QStringLiteral("0 bytes"));
    const ByteBuffer one{0x0a};
    EXPECT_EQ(plain(bytesText(one)), QStringLiteral("1 byte~0a"));
    const ByteBuffer many(25, 0xff);
    EXPECT_TRUE(bytesText(many).endsWith(QStringLiteral("ff …")));
}

TEST(ValueFormat, namesDurationsFromTenSecondsOn) {
    EXPECT_EQ(plain(durationText(500)), QStringLiteral("500 ms"));
    EXPECT_EQ(plain(durationText(30000)), QStringLiteral("30_000 ms~= 30 s"));
    EXPECT_EQ(plain(durationText(300000)), QStringLiteral("300_000 ms~= 5 min"));
    EXPECT_EQ(plain(durationText(86400000)), QStringLiteral("86_400_000 ms~= 1 d"));
    EXPECT_EQ(plain(durationText(10001)), QStringLiteral("10_001 ms"));
    EXPECT_EQ(plain(durationText(-1)), QStringLiteral("-1 ms"));
}

TEST(ValueFormat, keepsTheNumberOfATime) {
    EXPECT_EQ(timeText(-1), QStringLiteral("-1"));
    EXPECT_EQ(timeText(0), QStringLiteral("0"));
    EXPECT_TRUE(plain(timeText(1796007706683)).startsWith(QStringLiteral("1796007706683~2026-11-")));
    EXPECT_EQ(timeText(std::numeric_limits<std::int64_t>::max()), QStringLiteral("9223372036854775807"));
}

// -86400000 is a day before 1970; small negative numbers are no times where a field says other things by them.
TEST(ValueFormat, timesMayLieBefore1970) {
    EXPECT_EQ(momentText(-1), QString());
    EXPECT_TRUE(momentText(0).contains(QStringLiteral("00.000"))) << momentText(0).toStdString();
    EXPECT_TRUE(momentText(-86'400'000).startsWith(QStringLiteral("1969-12-3")));
    EXPECT_TRUE(plain(timeText(-86'400'000)).startsWith(QStringLiteral("-86400000~1969-12-3")));
    EXPECT_EQ(timeText(-2), QStringLiteral("-2"));
    EXPECT_EQ(momentText(std::numeric_limits<std::int64_t>::min()), QStringLiteral("-9223372036854775808"));
    EXPECT_EQ(momentText(std::numeric_limits<std::int64_t>::max()), QStringLiteral("9223372036854775807"));
}

TEST(ValueFormat, showsEmptyTextAsQuotes) {
    EXPECT_EQ(shownText({}), QStringLiteral("\"\""));
    EXPECT_EQ(shownText(QString(500, QLatin1Char('a'))).size(), 401);
}

}  // namespace
}  // namespace brokerscope
