#include "core/base/hex.h"
#include "core/text/primitive_calculator.h"

#include <gmock/gmock.h>

#include <set>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct KnownBytes {
    const char* type;
    const char* value;
    const char* hex;
    FieldType element = FieldType::Int32;
};

const PrimitiveType& typeOf(const std::string& name) {
    const PrimitiveType* type = primitiveByName(name);
    EXPECT_NE(type, nullptr) << name;
    return type != nullptr ? *type : primitiveTypes().front();
}

PrimitiveReading decoded(const std::string& type, const char* hex) {
    return decodePrimitive(typeOf(type), FieldType::Int32, fromHex(hex).value());
}

class KnownPrimitives : public ::testing::TestWithParam<KnownBytes> {};

TEST_P(KnownPrimitives, ValueToBytesAndBack) {
    const KnownBytes& known = GetParam();
    const auto encoded = encodePrimitive(typeOf(known.type), known.element, known.value);
    ASSERT_TRUE(encoded) << encoded.error().text();
    EXPECT_EQ(toHex(encoded->bytes), known.hex);
    EXPECT_THAT(encoded->diagnostics, IsEmpty());
    const PrimitiveReading read = decodePrimitive(typeOf(known.type), known.element, fromHex(known.hex).value());
    EXPECT_EQ(read.value, known.value);
    EXPECT_THAT(read.diagnostics, IsEmpty());
    EXPECT_FALSE(read.lines.empty());
}

INSTANTIATE_TEST_SUITE_P(
    OfTheProtocolGuide, KnownPrimitives,
    ::testing::Values(
        KnownBytes{"BOOLEAN", "true", "01"}, KnownBytes{"INT8", "-1", "ff"}, KnownBytes{"INT16", "300", "012c"},
        KnownBytes{"UINT16", "65535", "ffff"}, KnownBytes{"INT32", "-2", "fffffffe"},
        KnownBytes{"UINT32", "4294967295", "ffffffff"}, KnownBytes{"INT64", "1700000000000", "0000018bcfe56800"},
        KnownBytes{"FLOAT64", "0.5", "3fe0000000000000"},
        KnownBytes{"UUID", "6kySFknNRdG0J1E9XdO4sA", "ea4c921649cd45d1b427513d5dd3b8b0"},
        KnownBytes{"UNSIGNED_VARINT", "300", "ac02"}, KnownBytes{"UNSIGNED_VARINT", "127", "7f"},
        KnownBytes{"UNSIGNED_VARINT", "16383", "ff7f"}, KnownBytes{"UNSIGNED_VARINT", "4294967295", "ffffffff0f"},
        KnownBytes{"VARINT", "-150", "ab02"}, KnownBytes{"VARINT", "127", "fe01"},
        KnownBytes{"VARLONG", "1700000000000", "80a0abfef962"}, KnownBytes{"STRING", "orders", "00066f7264657273"},
        KnownBytes{"COMPACT_STRING", "orders", "076f7264657273"}, KnownBytes{"NULLABLE_STRING", "null", "ffff"},
        KnownBytes{"COMPACT_NULLABLE_STRING", "null", "00"}, KnownBytes{"COMPACT_STRING", "\"null\"", "056e756c6c"},
        KnownBytes{"BYTES", "0a 0b", "000000020a0b"}, KnownBytes{"COMPACT_BYTES", "0a 0b", "030a0b"},
        KnownBytes{"NULLABLE_BYTES", "null", "ffffffff"}, KnownBytes{"COMPACT_NULLABLE_BYTES", "null", "00"},
        KnownBytes{"VARINT_NULLABLE_BYTES", "6b 65 79", "066b6579"}, KnownBytes{"VARINT_NULLABLE_BYTES", "null", "01"},
        KnownBytes{"NULLABLE_RECORDS", "null", "ffffffff"}, KnownBytes{"COMPACT_NULLABLE_RECORDS", "0a", "020a"},
        KnownBytes{"ARRAY", "[1,2]", "000000020000000100000002"}, KnownBytes{"COMPACT_ARRAY", "[]", "01"},
        KnownBytes{"NULLABLE_ARRAY", "null", "ffffffff"}, KnownBytes{"COMPACT_NULLABLE_ARRAY", "null", "00"},
        KnownBytes{"COMPACT_ARRAY", "[\"a\"]", "020261", FieldType::String}));

TEST(PrimitiveTypes, HaveNamesOfTheirOwnAndExamplesThatEncode) {
    std::set<std::string> names;
    for (const PrimitiveType& type : primitiveTypes()) {
        EXPECT_TRUE(names.insert(primitiveName(type)).second) << primitiveName(type);
        EXPECT_FALSE(type.says.empty());
        EXPECT_TRUE(encodePrimitive(type, FieldType::Int32, type.example)) << primitiveName(type);
    }
    EXPECT_EQ(primitiveByName("NO_SUCH"), nullptr);
}

TEST(PrimitiveCalculator, TakesValuesAsPeopleTypeThem) {
    EXPECT_EQ(toHex(encodePrimitive(typeOf("INT32"), {}, " 0x7530 ")->bytes), "00007530");
    EXPECT_EQ(toHex(encodePrimitive(typeOf("STRING"), {}, "\"a\\nb\"")->bytes), "0003610a62");
    EXPECT_EQ(toHex(encodePrimitive(typeOf("BOOLEAN"), {}, "2")->bytes), "02");
    EXPECT_EQ(toHex(encodePrimitive(typeOf("FLOAT64"), {}, "NaN")->bytes), "7ff8000000000000");
    EXPECT_EQ(toHex(encodePrimitive(typeOf("FLOAT64"), {}, "-Infinity")->bytes), "fff0000000000000");
    EXPECT_EQ(encodePrimitive(typeOf("FLOAT64"), {}, "0,5").error().id, MessageId::InvalidValue);
    EXPECT_EQ(toHex(encodePrimitive(typeOf("UUID"), {}, "ea4c9216-49cd-45d1-b427-513d5dd3b8b0")->bytes),
              "ea4c921649cd45d1b427513d5dd3b8b0");
}

TEST(PrimitiveCalculator, SaysWhyAValueIsNone) {
    EXPECT_EQ(encodePrimitive(typeOf("INT8"), {}, "200").error().id, MessageId::ValueOutOfRange);
    EXPECT_EQ(encodePrimitive(typeOf("INT8"), {}, "one").error().id, MessageId::InvalidValue);
    EXPECT_EQ(encodePrimitive(typeOf("UNSIGNED_VARINT"), {}, "-1").error().id, MessageId::ValueOutOfRange);
    EXPECT_EQ(encodePrimitive(typeOf("UUID"), {}, "short").error().id, MessageId::InvalidValue);
    EXPECT_EQ(encodePrimitive(typeOf("BYTES"), {}, "0").error().id, MessageId::HexOddDigits);
    const auto array = encodePrimitive(typeOf("ARRAY"), FieldType::Int32, "[1, 2");
    ASSERT_FALSE(array);
    EXPECT_THAT(array.error().text(), HasSubstr("line 1, column 6"));
}

TEST(PrimitiveCalculator, EncodesWhatKafkaWouldRefuseAndSaysSo) {
    const auto null = encodePrimitive(typeOf("STRING"), {}, "null");
    ASSERT_TRUE(null);
    EXPECT_THAT(null->diagnostics, SizeIs(1));
}

TEST(PrimitiveCalculator, ExplainsEachRunOfBytes) {
    const PrimitiveReading read = decoded("COMPACT_STRING", "07 6f 72 64 65 72 73");
    ASSERT_EQ(read.lines.size(), 2u);
    EXPECT_THAT(read.lines[0].text, HasSubstr("7 − 1 = 6 bytes follow"));
    EXPECT_EQ(read.lines[1].span.offset, 1u);
    EXPECT_THAT(decoded("UNSIGNED_VARINT", "ac 02").lines[0].text, HasSubstr("0x2c + 0x02 << 7 = 300"));
    EXPECT_THAT(decoded("VARINT", "ab 02").lines[0].text, HasSubstr("299 is odd"));
}

TEST(PrimitiveCalculator, SaysWhatIsWrongWithBytesAndWhere) {
    const PrimitiveReading cut = decoded("STRING", "00 06 6f 72");
    ASSERT_FALSE(cut.diagnostics.empty());
    EXPECT_EQ(cut.diagnostics[0].severity, Severity::Error);
    EXPECT_EQ(cut.value, "");
    const PrimitiveReading rest = decoded("INT16", "01 2c ff");
    EXPECT_EQ(rest.value, "300");
    ASSERT_FALSE(rest.diagnostics.empty());
    EXPECT_EQ(rest.diagnostics[0].id, MessageId::BytesLeft);
    EXPECT_EQ(rest.diagnostics[0].span.offset, 2u);
    EXPECT_EQ(decoded("UNSIGNED_VARINT", "80").diagnostics[0].id, MessageId::VarintTruncated);
    EXPECT_EQ(decoded("UNSIGNED_VARINT", "80 80 80 80 80 01").diagnostics[0].id, MessageId::VarintTooLong);
    EXPECT_EQ(decoded("UNSIGNED_VARINT", "80 00").diagnostics[0].id, MessageId::VarintOverlong);
    EXPECT_EQ(decoded("UNSIGNED_VARINT", "01 02").diagnostics[0].id, MessageId::BytesLeft);
}

}  // namespace
}  // namespace brokerscope
