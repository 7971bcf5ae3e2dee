// Questions for offsets as people reported them, byte for byte.
#include "core/codec/decoder.h"
#include "core/query/path_values.h"
#include "core/text/readable_value.h"
#include "tests/support/decoding.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::string_view kTimestamp = "topics[0].partitions[0].timestamp";

std::string readTimestamp(int version, std::string_view hex) {
    const auto tree = testing::decodeBody("ListOffsetsRequest", version, hex);
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_EQ(tree->unread, 0u);
    ReadableOptions options;
    options.registry = &SchemaRegistry::embedded();
    return readableValue(*NodeRef::root(tree).find(kTimestamp), options);
}

std::string timestampIn(int version, std::int64_t timestamp) {
    const bool isFlexible = version >= 6;
    std::string hex = "ffffffff00";
    hex += isFlexible ? "02027402"
                      : "00000001000174"
                        "00000001";
    hex += "00000000";
    hex += version >= 4 ? "ffffffff" : "";
    ByteBuffer number;
    for (int shift = 56; shift >= 0; shift -= 8) {
        number.push_back(static_cast<std::uint8_t>(timestamp >> shift));
    }
    hex += toHex(number);
    hex += isFlexible ? "0000" : "";
    // From v10 on the time that the broker may take; then the tags of the message.
    hex += version >= 10 ? "00007530" : "";
    hex += isFlexible ? "00" : "";
    return readTimestamp(version, hex);
}

TEST(ListOffsetsCases, C084_SpecialTimestampsNeedAVersion) {
    EXPECT_EQ(readTimestamp(7, "ffffffff000202740200000000fffffffffffffffffffffffd000000"), "-3 (MAX_TIMESTAMP)");
    EXPECT_EQ(readTimestamp(9, "ffffffff000202740200000000fffffffffffffffffffffffb000000"),
              "-5 (LATEST_TIERED_TIMESTAMP)");
    EXPECT_EQ(readTimestamp(6, "ffffffff000202740200000000fffffffffffffffffffffffd000000"),
              "-3 (literal time; MAX_TIMESTAMP needs v7)");
}

TEST(ListOffsetsCases, C084_EachFromItsOwnVersionOn) {
    struct Row {
        std::int64_t timestamp;
        int since;
        const char* name;
    };
    for (const Row& row : {Row{-1, 2, "LATEST_TIMESTAMP"}, Row{-2, 2, "EARLIEST_TIMESTAMP"},
                           Row{-3, 7, "MAX_TIMESTAMP"}, Row{-4, 8, "EARLIEST_LOCAL_TIMESTAMP"},
                           Row{-5, 9, "LATEST_TIERED_TIMESTAMP"}, Row{-6, 11, "EARLIEST_PENDING_UPLOAD_TIMESTAMP"}}) {
        for (int version = 2; version <= 11; ++version) {
            const std::string number = std::to_string(row.timestamp);
            EXPECT_EQ(timestampIn(version, row.timestamp),
                      version >= row.since
                          ? number + " (" + row.name + ')'
                          : number + " (literal time; " + row.name + " needs v" + std::to_string(row.since) + ')')
                << version;
        }
    }
    // Any other negative number is a time.
    EXPECT_EQ(timestampIn(11, -7), "-7 (1969-12-31T23:59:59.993Z)");
}

// What filters compare with is the name, where it is one.
TEST(ListOffsetsCases, C084_FiltersSeeTheNameFromItsVersionOn) {
    const auto labelIn = [](int version) {
        const auto tree = testing::decodeBody("ListOffsetsRequest", version,
                                              "ffffffff000202740200000000fffffffffffffffffffffffd000000");
        std::string label;
        const auto path = FilterPath::parse("request.topics[0].partitions[0].timestamp").value();
        visitPathValues(NodeRef::root(tree), path, &SchemaRegistry::embedded(), [&label](const FilterValue& value) {
            label = value.label;
            return true;
        });
        return label;
    };
    EXPECT_EQ(labelIn(7), "MAX_TIMESTAMP");
    EXPECT_EQ(labelIn(6), "");
}

}  // namespace
}  // namespace brokerscope
