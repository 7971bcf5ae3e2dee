#include "core/text/primitive_types.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr auto kOrdinary = FieldEncoding::Ordinary;
constexpr auto kVarint = FieldEncoding::Varint;

std::vector<PrimitiveType> makePrimitiveTypes() {
    using enum FieldType;
    return {
        {Bool, false, false, false, kOrdinary, false, "One byte: 0 is false, anything else is true.", "true"},
        {Int8, false, false, false, kOrdinary, false, "One byte, two's complement: −128 to 127.", "-1"},
        {Int16, false, false, false, kOrdinary, false, "Two bytes, the highest first, two's complement.", "300"},
        {UInt16, false, false, false, kOrdinary, false, "Two bytes, the highest first: 0 to 65535.", "9092"},
        {Int32, false, false, false, kOrdinary, false, "Four bytes, the highest first, two's complement.", "30000"},
        {UInt32, false, false, false, kOrdinary, false, "Four bytes, the highest first: 0 to 4294967295.",
         "4294967295"},
        {Int64, false, false, false, kOrdinary, false,
         "Eight bytes, the highest first, two's complement. Offsets, and times in milliseconds since 1970.",
         "1700000000000"},
        {Float64, false, false, false, kOrdinary, false, "Eight bytes, an IEEE 754 double, the highest byte first.",
         "0.5"},
        {Uuid, false, false, false, kOrdinary, false,
         "Sixteen bytes. Kafka prints them as 22 characters of URL-safe base64; all zero means no id.",
         "6kySFknNRdG0J1E9XdO4sA"},
        {Int32, false, false, false, kOrdinary, true,
         "Seven bits a byte, the lowest first; the top bit says that another byte follows. At most five bytes. "
         "Lengths, "
         "counts and tags of flexible versions.",
         "300"},
        {Int32, false, false, false, kVarint, false,
         "Zigzag, then as an unsigned varint: n ≥ 0 is written as 2n, n < 0 as −2n − 1, so that small negative numbers "
         "stay short. Fields of records.",
         "-150"},
        {Int64, false, false, false, kVarint, false, "As VARINT, with 64 bits and at most ten bytes.", "1700000000000"},
        {String, false, false, false, kOrdinary, false, "int16 length in bytes, then UTF-8.", "orders"},
        {String, false, true, false, kOrdinary, false, "Unsigned varint length + 1, then UTF-8.", "orders"},
        {String, false, false, true, kOrdinary, false, "int16 length in bytes, then UTF-8; length −1 is null.", "null"},
        {String, false, true, true, kOrdinary, false, "Unsigned varint length + 1, then UTF-8; 0 is null.", "null"},
        {Bytes, false, false, false, kOrdinary, false, "int32 length, then the bytes.", "0a 0b 0c"},
        {Bytes, false, true, false, kOrdinary, false, "Unsigned varint length + 1, then the bytes.", "0a 0b 0c"},
        {Bytes, false, false, true, kOrdinary, false, "int32 length, then the bytes; length −1 is null.", "null"},
        {Bytes, false, true, true, kOrdinary, false, "Unsigned varint length + 1, then the bytes; 0 is null.", "null"},
        {Bytes, false, false, true, kVarint, false,
         "VARINT length, then the bytes; length −1 is null. Keys, values and headers of records.", "6b 65 79"},
        {Records, false, false, true, kOrdinary, false, "Record batches, written as NULLABLE_BYTES are.", "null"},
        {Records, false, true, true, kOrdinary, false, "Record batches, written as COMPACT_NULLABLE_BYTES are.",
         "null"},
        {Int32, true, false, false, kOrdinary, false, "int32 number of elements, then one after the other.",
         "[1, 2, 3]"},
        {Int32, true, true, false, kOrdinary, false, "Unsigned varint number of elements + 1, then the elements.",
         "[1, 2, 3]"},
        {Int32, true, false, true, kOrdinary, false, "int32 number of elements, then the elements; −1 is null.",
         "null"},
        {Int32, true, true, true, kOrdinary, false,
         "Unsigned varint number of elements + 1, then the elements; 0 is "
         "null.",
         "null"},
    };
}

FieldSpec primitiveField(const PrimitiveType& type, FieldType element) {
    FieldSpec field;
    field.name = "Value";
    field.jsonName = "value";
    field.type = type.isArray ? element : type.type;
    field.isArray = type.isArray;
    field.nullableVersions = type.nullable ? VersionRange::all() : VersionRange::none();
    field.flexibleVersions = type.compact ? VersionRange::all() : VersionRange::none();
    field.encoding = type.encoding;
    return field;
}

}  // namespace

const std::vector<PrimitiveType>& primitiveTypes() {
    static const std::vector<PrimitiveType> types = makePrimitiveTypes();
    return types;
}

std::string primitiveName(const PrimitiveType& type) {
    return type.isUnsignedVarint ? "UNSIGNED_VARINT"
                                 : primitiveLayout(type, FieldType::Int32)->root->fields.front().wireTypeName();
}

const PrimitiveType* primitiveByName(std::string_view name) {
    const auto found =
        std::ranges::find_if(primitiveTypes(), [&](const PrimitiveType& type) { return primitiveName(type) == name; });
    return found != primitiveTypes().end() ? &*found : nullptr;
}

std::shared_ptr<const MessageLayout> primitiveLayout(const PrimitiveType& type, FieldType element) {
    auto spec = std::make_shared<MessageSpec>();
    spec->name = "Primitive";
    spec->validVersions = {0, 0};
    spec->root.name = spec->name;
    spec->root.fields.push_back(primitiveField(type, element));
    return MessageLayout::make(std::move(spec), 0);
}

const std::vector<FieldType>& primitiveElements() {
    using enum FieldType;
    static const std::vector<FieldType> elements{Bool,  Int8,    Int16, UInt16, Int32, UInt32,
                                                 Int64, Float64, Uuid,  String, Bytes};
    return elements;
}

}  // namespace brokerscope
