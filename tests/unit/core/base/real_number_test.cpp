#include "core/base/real_number.h"

#include <gtest/gtest.h>
#include <locale>

namespace brokerscope {
namespace {

TEST(RealNumber, ReadsDecimalNumbers) {
    EXPECT_EQ(parseReal("0"), 0.0);
    EXPECT_EQ(parseReal("-0.5"), -0.5);
    EXPECT_EQ(parseReal("1e3"), 1000.0);
    EXPECT_EQ(parseReal("123456789.25"), 123456789.25);
}

TEST(RealNumber, RefusesWhatIsNoneAndWhatDoesNotFit) {
    for (const char* text : {"", " 1", "1 ", "1,5", "one", "0x10", "1e999", "-", "1.5.5"}) {
        EXPECT_FALSE(parseReal(text)) << text;
    }
}

TEST(RealNumber, IsTheSameWhereTheUsersLocaleWantsAComma) {
    class Comma : public std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
    EXPECT_EQ(parseReal("0.5"), 0.5);
    EXPECT_FALSE(parseReal("0,5"));
    std::locale::global(before);
}

}  // namespace
}  // namespace brokerscope
