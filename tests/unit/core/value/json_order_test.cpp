#include "core/value/json_order.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(JsonOrder, SetsAreEqualInAnyOrder) {
    EXPECT_EQ(jsonWithoutOrder("[3,1,2]"), jsonWithoutOrder("[2,3,1]"));
    EXPECT_NE(jsonWithoutOrder("[3,1,2]"), jsonWithoutOrder("[3,1]"));
    EXPECT_EQ(jsonWithoutOrder(R"([{"topic":"a,b]","partitions":[0,1]},{"topic":"\"c","partitions":[]}])"),
              jsonWithoutOrder(R"([{"partitions":[],"topic":"\"c"},{"topic":"a,b]","partitions":[1,0]}])"));
    EXPECT_NE(jsonWithoutOrder(R"({"a":1,"b":2})"), jsonWithoutOrder(R"({"a":2,"b":1})"));
}

TEST(JsonOrder, OtherValuesStay) {
    EXPECT_EQ(jsonWithoutOrder("9223372036854775807"), "9223372036854775807");
    EXPECT_EQ(jsonWithoutOrder("\"b a\""), "\"b a\"");
    EXPECT_EQ(jsonWithoutOrder("null"), "null");
    EXPECT_EQ(jsonWithoutOrder("[1,"), "[1,");
    EXPECT_EQ(jsonWithoutOrder(""), "");
}

}  // namespace
}  // namespace brokerscope
