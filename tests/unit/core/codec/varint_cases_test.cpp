#include "core/base/hex.h"
#include "core/codec/byte_reader.h"
#include "core/codec/byte_writer.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(Cases, C023_ZigzagPairsAreWrittenExactly) {
    struct Row {
        const char* hex;
        std::int64_t value;
    };
    for (const Row& row :
         {Row{"00", 0}, Row{"01", -1}, Row{"02", 1}, Row{"7f", -64}, Row{"8001", 64}, Row{"fe7f", 8191},
          Row{"808001", 8192}, Row{"808006", 49152}, Row{"feffffff0f", INT32_MAX}, Row{"ffffffff0f", INT32_MIN},
          Row{"feffffffffffffffff01", INT64_MAX}, Row{"ffffffffffffffffff01", INT64_MIN}}) {
        ByteWriter writer;
        writer.putZigzag(row.value);
        EXPECT_EQ(toHex(writer.finish()), row.hex);
        EXPECT_EQ(readVarlong(*fromHex(row.hex)).value, row.value) << row.hex;
    }
}

TEST(Cases, C022_UnsignedVarintsAreWrittenInTheShortestForm) {
    struct Row {
        const char* hex;
        std::uint32_t value;
    };
    // Sizes of E8: 127 takes one byte, 16383 two.
    for (const Row& row : {Row{"00", 0}, Row{"7f", 127}, Row{"8001", 128}, Row{"ac02", 300}, Row{"ff7f", 16383},
                           Row{"808001", 16384}, Row{"ffffffff0f", UINT32_MAX}}) {
        ByteWriter writer;
        writer.putVarint(row.value);
        EXPECT_EQ(toHex(writer.finish()), row.hex);
    }
}

}  // namespace
}  // namespace brokerscope
