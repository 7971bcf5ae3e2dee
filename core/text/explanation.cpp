#include "core/text/explanation.h"

#include "core/base/utf8.h"
#include "core/base/uuid.h"
#include "core/codec/byte_reader.h"
#include "core/text/hex_dump.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kExplainedBytes = 16;
// Bytes whose unsigned reading fits 64 bits.
constexpr std::size_t kWidestInteger = 8;

class Explainer {
public:
    Explainer(const Annotation& annotation, const ReadableOptions& options)
        : m_annotation(annotation)
        , m_options(options)
        , m_node(annotation.node.node())
        , m_bytes(ByteView(*annotation.node.tree().bytes).subspan(annotation.offset, annotation.size)) {}

    std::vector<ExplanationLine> take() {
        if (m_options.mask && isHidden(m_annotation)) {
            m_lines.push_back({{BufferId::Main, m_annotation.offset, m_bytes.size()},
                               "***",
                               fmt::format("{} bytes that are hidden", m_bytes.size())});
            return std::move(m_lines);
        }
        switch (m_annotation.part) {
            case AnnotationPart::Length:
            case AnnotationPart::Count:
                sizePrefix();
                break;
            case AnnotationPart::Null:
                nullMarker();
                break;
            case AnnotationPart::Tags:
                tagCount();
                break;
            case AnnotationPart::Tag:
                tagPrefix();
                break;
            case AnnotationPart::Gap:
                add(m_bytes, fmt::format("{} bytes that nobody decoded", m_bytes.size()));
                break;
            case AnnotationPart::Value:
                value();
                break;
        }
        return std::move(m_lines);
    }

private:
    bool isZigzag() const { return m_node.field != nullptr && m_node.field->encoding == FieldEncoding::Varint; }
    bool isCompact() const { return m_node.field != nullptr && m_node.field->compact; }

    std::string noun() const {
        switch (m_node.kind) {
            case NodeKind::Array:
                return "array";
            case NodeKind::String:
                return "string";
            case NodeKind::Records:
                return "records";
            default:
                return "bytes";
        }
    }

    std::string nounWithVerb() const {
        const bool isOne = m_node.kind == NodeKind::Array || m_node.kind == NodeKind::String;
        return noun() + (isOne ? " is" : " are");
    }

    // The fixed-size number at the start of the run, sign-extended.
    std::int64_t bigEndian() const { return signedBigEndian(m_bytes.first(std::min(m_bytes.size(), kWidestInteger))); }

    void sizePrefix() {
        const std::string unit = m_node.kind == NodeKind::Array ? "element" : "byte";
        const auto follow = [&unit](std::int64_t count) {
            return count == 1 ? fmt::format("1 {} follows", unit) : fmt::format("{} {}s follow", count, unit);
        };
        // What null, or no elements, says here.
        const std::string known = readableMeaning(m_annotation.node, m_options);
        const std::string says = known.empty() ? known : " (" + known + ')';
        if (isZigzag()) {
            const std::int64_t number = readVarint(m_bytes).value;
            addZigzag(number, number == -1 ? fmt::format("the {} null{}", nounWithVerb(), says)
                                           : fmt::format("{}{}; -1 would mean null", follow(number), says));
            return;
        }
        if (!isCompact()) {
            const std::int64_t number = bigEndian();
            const std::string meaning = number == -1 ? fmt::format("the {} null{}", nounWithVerb(), says)
                                                     : fmt::format("{}{}; -1 would mean null", follow(number), says);
            add(m_bytes, fmt::format("int{}, big-endian, {}: {}", m_bytes.size() * 8, number, meaning));
            return;
        }
        const std::uint32_t number = ByteReader(m_bytes).peekVarint().value;
        const std::string meaning = number == 0 ? fmt::format("compact {}, 0 means null{}", noun(), says)
                                                : fmt::format("compact {}, so {} − 1 = {}{}; 0 would mean null", noun(),
                                                              number, follow(std::int64_t{number} - 1), says);
        addVarint(m_bytes, number, meaning);
    }

    void nullMarker() {
        const bool isNull = (m_node.flags & NodeNull) != 0;
        if (m_node.kind != NodeKind::Struct) {
            sizePrefix();
            return;
        }
        const std::string_view is = isNull ? "null" : "present";
        const std::string_view other = isNull ? "present" : "null";
        // The one byte of a structure that is a tagged field counts as Kafka's generated code has it: 0 is null.
        if (m_node.field != nullptr && m_node.field->tag >= 0) {
            const std::uint32_t number = ByteReader(m_bytes).peekVarint().value;
            addVarint(m_bytes, number, fmt::format("the structure is {}; {} would mean {}", is, isNull ? 1 : 0, other));
            return;
        }
        add(m_bytes,
            fmt::format("int8 {}: the structure is {}; {} would mean {}", bigEndian(), is, isNull ? 1 : -1, other));
    }

    void tagCount() {
        const std::uint32_t number = ByteReader(m_bytes).peekVarint().value;
        addVarint(m_bytes, number,
                  number == 0 ? "no tagged fields" : fmt::format("tagged fields in this section: {}", number));
    }

    void tagPrefix() {
        const Varint tag = ByteReader(m_bytes).peekVarint();
        addVarint(m_bytes.first(tag.size), tag.value, "the tag's number");
        const ByteView rest = m_bytes.subspan(tag.size);
        const std::uint32_t size = ByteReader(rest).peekVarint().value;
        addVarint(rest, size, fmt::format("{} bytes of the tag follow (a plain size, not length + 1)", size));
    }

    void value() {
        switch (m_node.kind) {
            case NodeKind::Scalar:
            case NodeKind::Size:
                number();
                break;
            case NodeKind::Uuid:
                add(m_bytes, "uuid, 16 bytes in order: " + Uuid::fromBytes(m_bytes).toString() + ", hyphenated " +
                                 Uuid::fromBytes(m_bytes).toHyphenated());
                break;
            case NodeKind::String:
                text();
                break;
            case NodeKind::UnknownTag:
                add(m_bytes, fmt::format("{} bytes of tag {}, which the definition does not list; kept as they are",
                                         m_bytes.size(), m_node.integer));
                break;
            default:
                add(m_bytes, fmt::format("{} bytes of {}", m_bytes.size(), noun()));
                break;
        }
    }

    void number() {
        const FieldType type = m_node.field != nullptr ? m_node.field->type : FieldType::Int32;
        if (type == FieldType::Bool) {
            add(m_bytes, fmt::format("boolean: {} is {}; 0 is false, anything else true", m_bytes[0],
                                     m_bytes[0] != 0 ? "true" : "false"));
            return;
        }
        if (type == FieldType::Float64) {
            add(m_bytes, fmt::format("float64 (IEEE 754), big-endian: {}", m_node.real));
            return;
        }
        const std::string meaning = readableMeaning(m_annotation.node, m_options);
        if (isZigzag()) {
            addZigzag(m_node.integer, meaning);
            return;
        }
        const bool isUnsigned = type == FieldType::UInt16 || type == FieldType::UInt32;
        std::string line = fmt::format("{}int{}, big-endian: {}", isUnsigned ? "u" : "", m_bytes.size() * 8,
                                       arithmetic(m_node.integer));
        if (!meaning.empty()) {
            line += ", " + meaning;
        }
        add(m_bytes, std::move(line));
    }

    // "0x00007530 = 30000"; below zero with the complement said.
    std::string arithmetic(std::int64_t number) const {
        std::string digits = "0x";
        for (const std::uint8_t byte : m_bytes) {
            digits += fmt::format("{:02x}", byte);
        }
        if (number >= 0 || m_bytes.size() >= kWidestInteger) {
            return fmt::format("{} = {}", digits, number);
        }
        const std::uint64_t range = std::uint64_t{1} << (8 * m_bytes.size());
        return fmt::format("{} = {} − 2^{} = {}", digits, range + static_cast<std::uint64_t>(number),
                           8 * m_bytes.size(), number);
    }

    void text() {
        const std::size_t characters = static_cast<std::size_t>(
            std::count_if(m_bytes.begin(), m_bytes.end(), [](std::uint8_t byte) { return (byte & 0xc0) != 0x80; }));
        if (const auto bad = firstInvalidUtf8(m_bytes)) {
            add(m_bytes, fmt::format("{} bytes, not valid UTF-8 from byte {}", m_bytes.size(), *bad));
        } else if (characters == m_bytes.size()) {
            add(m_bytes, fmt::format("UTF-8, {} characters of one byte each", characters));
        } else {
            add(m_bytes, fmt::format("UTF-8, {} characters in {} bytes", characters, m_bytes.size()));
        }
    }

    void addVarint(ByteView bytes, std::uint64_t number, const std::string& meaning) {
        const std::string sum = bytes.size() > 1 ? " (" + varintArithmetic(bytes) + ')' : std::string();
        add(bytes, fmt::format("unsigned varint {}{}: {}", number, sum, meaning));
    }

    // Even numbers on the wire are twice the value, odd ones stand for those below zero.
    void addZigzag(std::int64_t number, const std::string& meaning) {
        const std::uint64_t raw = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
        const std::string sum = m_bytes.size() > 1 ? varintArithmetic(m_bytes) + ", " : std::string();
        const std::string half = number < 0 ? fmt::format("{} is odd: −({} + 1) / 2 = {}", raw, raw, number)
                                            : fmt::format("{} is even: {} / 2 = {}", raw, raw, number);
        add(m_bytes, fmt::format("zigzag varint, {}{}{}{}", sum, half, meaning.empty() ? "" : ": ", meaning));
    }

    void add(ByteView bytes, std::string text) {
        const auto offset = m_annotation.offset + static_cast<std::uint64_t>(bytes.data() - m_bytes.data());
        m_lines.push_back({{BufferId::Main, offset, bytes.size()}, spacedHex(bytes, kExplainedBytes), std::move(text)});
    }

    const Annotation& m_annotation;
    const ReadableOptions& m_options;
    Node m_node;
    ByteView m_bytes;
    std::vector<ExplanationLine> m_lines;
};

}  // namespace

std::vector<ExplanationLine> explainAnnotation(const Annotation& annotation, const ReadableOptions& options) {
    return Explainer(annotation, options).take();
}

Explanation explain(const NodeRef& root, std::uint64_t offset, const ReadableOptions& options) {
    Explanation explanation;
    const auto annotation = annotationAt(root, offset);
    if (!annotation) {
        return explanation;
    }
    explanation.node = annotation->node;
    explanation.part = annotation->part;
    explanation.span = {BufferId::Main, annotation->offset, annotation->size};
    explanation.path = annotation->path;
    explanation.type = annotation->type;
    if (annotation->part == AnnotationPart::Value) {
        explanation.value = readableValue(annotation->node, options);
    }
    explanation.lines = explainAnnotation(*annotation, options);
    constexpr std::uint64_t kLongestReading = 64;
    if (annotation->size <= kLongestReading && !(options.mask && isHidden(*annotation))) {
        explanation.readings =
            byteReadings(ByteView(*annotation->node.tree().bytes).subspan(annotation->offset, annotation->size));
    }
    for (const Diagnostic* diagnostic : annotation->node.diagnostics()) {
        explanation.remarks.push_back(diagnostic->text());
    }
    return explanation;
}

}  // namespace brokerscope
