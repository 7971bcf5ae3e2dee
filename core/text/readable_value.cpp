#include "core/text/readable_value.h"

#include "core/base/utc_time.h"
#include "core/base/uuid.h"
#include "core/schema/field_meaning.h"
#include "core/text/hex_dump.h"
#include "core/value/json_text.h"
#include "core/value/overlay_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// The id of the metadata topic, the one uuid besides zero that means the same in every cluster.
constexpr std::uint8_t kMetadataTopicLastByte = 1;

// Fields of request headers and of ApiVersions answers.
bool namesApi(const FieldSpec& field) {
    return field.type == FieldType::Int16 && (field.jsonName == "apiKey" || field.jsonName == "requestApiKey");
}

// Cut between characters, not within one.
std::string shortened(std::string text, std::size_t longest) {
    if (longest == 0 || text.size() <= longest) {
        return text;
    }
    std::size_t end = longest;
    while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xc0) == 0x80) {
        --end;
    }
    text.resize(end);
    return text + "…";
}

// The version of the message that a node is in; of a header's too where there is nothing else.
int versionOf(const NodeRef& node) {
    const auto& layouts = node.tree().layouts;
    return layouts.empty() ? 0 : layouts.back()->version;
}

std::string stringText(const NodeRef& node, const ReadableOptions& options) {
    std::string out;
    appendJsonString(out, shortened(node.text(), options.longest));
    const FieldMeaning* meaning = options.registry != nullptr ? node.field()->spec->meaning : nullptr;
    const std::string* label = meaning != nullptr ? meaning->label(node.text(), versionOf(node)) : nullptr;
    return label != nullptr && *label != node.text() ? out + " (" + *label + ')' : out;
}

// What null, or an array without elements, says in the message's version; null: nothing is known, or it is neither.
const std::string* emptyMeaning(const NodeRef& ref, const Node& node) {
    const bool isNull = (node.flags & NodeNull) != 0;
    const bool isEmptyArray = node.kind == NodeKind::Array && node.integer == 0;
    const FieldMeaning* meaning = node.field != nullptr ? node.field->spec->meaning : nullptr;
    const auto& layouts = ref.tree().layouts;
    if (meaning == nullptr || layouts.empty() || !(isNull || isEmptyArray)) {
        return nullptr;
    }
    return meaning->emptyLabel(isNull, versionOf(ref));
}

std::string withMeaning(std::string text, const NodeRef& ref, const ReadableOptions& options) {
    if (const std::string meaning = readableMeaning(ref, options); !meaning.empty()) {
        fmt::format_to(std::back_inserter(text), " ({})", meaning);
    }
    return text;
}

std::string uuidText(const NodeRef& node, const ReadableOptions& options) {
    const Uuid uuid = Uuid::fromBytes(node.content());
    if (uuid.isZero()) {
        return "none (" + uuid.toString() + ')';
    }
    Uuid metadataTopic;
    metadataTopic.bytes.back() = kMetadataTopicLastByte;
    if (uuid == metadataTopic) {
        return uuid.toString() + " (__cluster_metadata)";
    }
    const FieldMeaning* meaning = node.field() != nullptr ? node.field()->spec->meaning : nullptr;
    const bool isTopic = options.topicNames != nullptr && meaning != nullptr && meaning->entity == "topicId";
    const auto name = isTopic ? options.topicNames->name(uuid) : std::nullopt;
    return name ? shortened(*name, options.longest) + " (" + uuid.toString() + ')' : uuid.toString();
}

std::string contentText(const NodeRef& node, std::size_t longest) {
    const ByteView content = node.content();
    const std::size_t shown = longest == 0 ? content.size() : std::min(content.size(), longest / 3);
    std::string text = content.size() == 1 ? "1 byte" : fmt::format("{} bytes", content.size());
    if (!content.empty()) {
        text += ": " + spacedHex(content.first(shown));
    }
    return shown < content.size() ? text + " …" : text;
}

// "READ, DESCRIBE"; bits without a name by their number.
std::string bitNames(const BitTable& table, std::int64_t number) {
    std::string names;
    for (int bit = 0; bit < 64; ++bit) {
        if ((static_cast<std::uint64_t>(number) >> bit & 1) == 0) {
            continue;
        }
        const std::string* name = table.find(bit);
        names += names.empty() ? "" : ", ";
        names += name != nullptr ? *name : "bit " + std::to_string(bit);
    }
    return names.empty() ? "none" : names;
}

std::string number(const NodeRef& ref, const Node& node, const ReadableOptions& options) {
    const FieldType type = node.field != nullptr ? node.field->type : FieldType::Int32;
    if (type == FieldType::Float64) {
        return fmt::format("{}", node.real);
    }
    const std::string meaning = readableMeaning(ref, options);
    if (type == FieldType::Bool) {
        // Anything but 0 is true; an unusual byte is worth seeing.
        const std::string word = node.integer == 0   ? "false"
                                 : node.integer == 1 ? "true"
                                                     : fmt::format("true (byte {})", node.integer);
        return meaning.empty() ? word : fmt::format("{} ({})", word, meaning);
    }
    const FieldMeaning* facts = node.field != nullptr ? node.field->spec->meaning : nullptr;
    if (facts != nullptr && facts->isErrorCode && options.registry != nullptr) {
        return options.registry->errorName(static_cast<int>(node.integer));
    }
    std::string text = std::to_string(node.integer);
    return meaning.empty() ? text : text += " (" + meaning + ')';
}

std::string numberMeaning(const FieldMeaning& meaning, std::int64_t number, int version,
                          const SchemaRegistry& registry) {
    if (meaning.isErrorCode) {
        const ErrorCodeInfo* info = registry.errorCode(static_cast<int>(number));
        return info != nullptr ? info->name : "unknown";
    }
    if (const std::string* label = meaning.label(number, version)) {
        return *label;
    }
    if (std::string literal = meaning.literalLabel(number, version); !literal.empty()) {
        return literal;
    }
    if (meaning.bits != nullptr) {
        return bitNames(*meaning.bits, number);
    }
    if (meaning.time == FieldMeaning::TimeKind::Time) {
        return utcTime(number);
    }
    return meaning.enumeration != nullptr && !meaning.enumeration->open ? "unknown" : std::string();
}

}  // namespace

std::string readableMeaning(const NodeRef& ref, const ReadableOptions& options) {
    const Node node = ref.node();
    if (const std::string* says = options.registry != nullptr ? emptyMeaning(ref, node) : nullptr) {
        return *says;
    }
    if (options.registry == nullptr || node.field == nullptr || node.kind != NodeKind::Scalar ||
        node.field->type == FieldType::Float64) {
        return {};
    }
    if (namesApi(*node.field->spec)) {
        const ApiInfo* api = options.registry->api(static_cast<int>(node.integer));
        return api != nullptr ? api->name : "unknown";
    }
    if (node.field->spec->meaning == nullptr) {
        return {};
    }
    return numberMeaning(*node.field->spec->meaning, node.integer, versionOf(ref), *options.registry);
}

std::string readableValue(const NodeRef& ref, const ReadableOptions& options) {
    const Node node = ref.node();
    if ((node.flags & NodeNull) != 0) {
        return withMeaning("null", ref, options);
    }
    if (options.mask && isHidden(ref)) {
        return "***";
    }
    switch (node.kind) {
        case NodeKind::Scalar:
            return number(ref, node, options);
        case NodeKind::Size:
            return std::to_string(node.integer);
        case NodeKind::Uuid:
            return uuidText(ref, options);
        case NodeKind::String:
            return stringText(ref, options);
        case NodeKind::Bytes:
        case NodeKind::Records:
        case NodeKind::UnknownTag:
            return contentText(ref, options.longest);
        case NodeKind::Array:
            return withMeaning(node.integer == 1 ? "1 element" : fmt::format("{} elements", node.integer), ref,
                               options);
        default:
            return {};
    }
}

}  // namespace brokerscope
