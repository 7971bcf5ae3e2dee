#include "core/text/primitive_calculator.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/real_number.h"
#include "core/base/utf8.h"
#include "core/codec/byte_reader.h"
#include "core/codec/byte_writer.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "core/schema/default_value.h"
#include "core/text/byte_readings.h"
#include "core/text/hex_dump.h"
#include "core/value/json_reader.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <fmt/format.h>
#include <limits>

namespace brokerscope {
namespace {

constexpr std::string_view kNullWord = "null";
constexpr std::size_t kHexInLine = 16;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool isQuoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

tl::unexpected<Error> notA(std::string_view what, std::string_view text) {
    return failure(MessageId::InvalidValue, {"value", displayUtf8(asBytes(text)), std::string(what)});
}

std::string jsonQuoted(std::string_view text) {
    std::string json;
    appendJsonString(json, displayUtf8(asBytes(text)));
    return json;
}

Result<std::string> numberJson(std::string_view text) {
    if (const auto number = parseInteger(trimmed(text))) {
        return std::to_string(*number);
    }
    return notA("a whole number, decimal or with 0x", text);
}

Result<std::string> realJson(std::string_view text) {
    const std::string_view given = trimmed(text);
    if (given == "NaN" || given == "Infinity" || given == "-Infinity") {
        return jsonQuoted(given);
    }
    const auto value = parseReal(given);
    if (!value) {
        return notA("a number, NaN, Infinity or -Infinity", text);
    }
    std::string json;
    appendJsonNumber(json, *value);
    return json;
}

// One value as JSON, from what people type.
Result<std::string> scalarJson(FieldType type, std::string_view text) {
    switch (type) {
        case FieldType::Bool:
            return trimmed(text) == "true" || trimmed(text) == "false" ? std::string(trimmed(text)) : numberJson(text);
        case FieldType::Float64:
            return realJson(text);
        case FieldType::Uuid:
            return jsonQuoted(trimmed(text));
        case FieldType::String:
            return isQuoted(text) ? std::string(text) : jsonQuoted(text);
        case FieldType::Bytes:
        case FieldType::Records:
            return fromHex(text).map([](const ByteBuffer& bytes) { return jsonQuoted(toBase64(bytes)); });
        default:
            return numberJson(text);
    }
}

// The value stands on a line of its own, so that columns are those of the typed text. What is missing at its end is
// missed at the line that follows.
Error withTypedPlace(Error error, std::string_view typed) {
    constexpr std::size_t kColumn = 2;
    const auto lines = static_cast<std::int64_t>(std::count(typed.begin(), typed.end(), '\n')) + 1;
    constexpr std::size_t kLine = 1;
    if (error.id == MessageId::JsonSyntax && error.arguments.size() > kLine) {
        if (const auto line = parseInteger(error.arguments[kLine])) {
            const bool isBehind = *line - 1 > lines;
            error.arguments[kLine] = std::to_string(isBehind ? lines : *line - 1);
            if (isBehind && error.arguments.size() > kColumn) {
                const std::size_t begin = typed.rfind('\n');
                error.arguments[kColumn] = std::to_string(typed.size() - (begin == typed.npos ? 0 : begin + 1) + 1);
            }
        }
    }
    return error;
}

Result<DraftWithRemarks> typedDraft(const MessageLayout& layout, std::string_view text) {
    const FieldLayout& field = layout.root->fields.front();
    const bool isRaw = field.isArray || trimmed(text) == kNullWord;
    auto json = isRaw ? Result<std::string>(std::string(text)) : scalarJson(field.type, text);
    if (!json) {
        return tl::unexpected<Error>(json.error());
    }
    return draftFromJson(layout.spec, "{\"value\":\n" + *json + "\n}").map_error([&json](Error error) {
        return withTypedPlace(std::move(error), *json);
    });
}

// Text that would be read as something else is quoted.
std::string typedText(const std::string& text) {
    return trimmed(text) == kNullWord || isQuoted(text) ? jsonQuoted(text) : text;
}

// The value as it is typed.
std::string typedValue(const NodeRef& value) {
    if (value.isNull()) {
        return std::string(kNullWord);
    }
    switch (value.kind()) {
        case NodeKind::String:
            return typedText(value.text());
        case NodeKind::Bytes:
        case NodeKind::Records:
            return spacedHex(value.content(), std::numeric_limits<std::size_t>::max());
        case NodeKind::Uuid:
            return Uuid::fromBytes(value.content()).toString();
        default:
            break;
    }
    const std::string json = toJson(value);
    return isQuoted(json) ? json.substr(1, json.size() - 2) : json;
}

bool isWhole(const NodeRef& value) {
    return value.kind() != NodeKind::Gap && (value.node().flags & NodeFailed) == 0 && !value.isUnread();
}

PrimitiveReading readingOf(const std::shared_ptr<const ValueTree>& tree) {
    PrimitiveReading reading;
    reading.bytes = *tree->bytes;
    const NodeRef root = NodeRef::root(tree);
    annotate(root, [&](const Annotation& annotation) {
        if (reading.lines.size() < kExplainedRuns) {
            const auto lines = explainAnnotation(annotation, {});
            reading.lines.insert(reading.lines.end(), lines.begin(), lines.end());
        }
    });
    for (const NodeDiagnostic& attached : tree->diagnostics) {
        reading.diagnostics.push_back(attached.diagnostic);
    }
    if (root.childCount() > 0 && isWhole(root.child(0))) {
        reading.value = typedValue(root.child(0));
    }
    return reading;
}

// Unsigned varints are no fields: the same writer and reader write and read them as prefixes.
Result<PrimitiveReading> encodeUnsignedVarint(std::string_view text) {
    const auto number = parseInteger(trimmed(text));
    if (!number) {
        return notA("a whole number, decimal or with 0x", text);
    }
    constexpr std::int64_t kGreatest = std::numeric_limits<std::uint32_t>::max();
    if (*number < 0 || *number > kGreatest) {
        return failure(MessageId::ValueOutOfRange, {"value", std::to_string(*number), "0", std::to_string(kGreatest)});
    }
    ByteWriter writer;
    writer.putVarint(static_cast<std::uint32_t>(*number));
    return decodePrimitive(*primitiveByName("UNSIGNED_VARINT"), FieldType::Int32, writer.finish());
}

void addRemark(PrimitiveReading& reading, Severity severity, MessageId id, std::vector<std::string> arguments,
               std::uint64_t offset) {
    const ByteSpan span{BufferId::Main, offset, reading.bytes.size() - offset};
    reading.diagnostics.push_back({severity, id, std::move(arguments), span, "value"});
}

// What is odd about the number, in the words of the walk.
void addVarintRemark(PrimitiveReading& reading, const Varint& varint) {
    switch (varint.state) {
        case VarintState::Good:
            break;
        case VarintState::Overlong:
            addRemark(
                reading, Severity::Note, MessageId::VarintOverlong,
                {std::to_string(varint.value), std::to_string(varint.size), std::to_string(varintSize(varint.value))},
                0);
            break;
        case VarintState::ExtraBits:
            addRemark(reading, Severity::Warning, MessageId::VarintExtraBits, {std::to_string(varint.value)}, 0);
            break;
        case VarintState::Truncated:
            addRemark(reading, Severity::Error, MessageId::VarintTruncated, {}, 0);
            break;
        case VarintState::TooLong:
            addRemark(reading, Severity::Error, MessageId::VarintTooLong, {"5"}, 0);
            break;
    }
}

PrimitiveReading decodeUnsignedVarint(ByteBuffer bytes) {
    PrimitiveReading reading;
    reading.bytes = std::move(bytes);
    const Varint varint = ByteReader(reading.bytes).peekVarint();
    addVarintRemark(reading, varint);
    if (varint.size == 0) {
        return reading;
    }
    const ByteView used = ByteView(reading.bytes).first(varint.size);
    reading.value = std::to_string(varint.value);
    reading.lines.push_back({{BufferId::Main, 0, varint.size},
                             spacedHex(used, kHexInLine),
                             fmt::format("unsigned varint: {}", varintArithmetic(used))});
    if (varint.size < reading.bytes.size()) {
        addRemark(reading, Severity::Error, MessageId::BytesLeft,
                  {std::to_string(reading.bytes.size() - varint.size), "UNSIGNED_VARINT"}, varint.size);
    }
    return reading;
}

}  // namespace

Result<PrimitiveReading> encodePrimitive(const PrimitiveType& type, FieldType element, std::string_view text) {
    if (type.isUnsignedVarint) {
        return encodeUnsignedVarint(text);
    }
    const auto layout = primitiveLayout(type, element);
    auto typed = typedDraft(*layout, text);
    if (!typed) {
        return tl::unexpected<Error>(typed.error());
    }
    PrimitiveReading reading = readingOf(encodeMessage(layout, typed->draft));
    for (Diagnostic& problem : validateDraft(*layout, typed->draft)) {
        reading.diagnostics.push_back(std::move(problem));
    }
    return reading;
}

PrimitiveReading decodePrimitive(const PrimitiveType& type, FieldType element, ByteBuffer bytes) {
    if (type.isUnsignedVarint) {
        return decodeUnsignedVarint(std::move(bytes));
    }
    return readingOf(
        decodeMessage(primitiveLayout(type, element), std::make_shared<const ByteBuffer>(std::move(bytes))));
}

}  // namespace brokerscope
