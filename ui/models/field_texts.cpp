#include "ui/models/field_texts.h"

#include "core/base/utf8.h"
#include "core/schema/field_meaning.h"
#include "core/text/field_help.h"
#include "core/text/readable_value.h"
#include "core/value/node_lookup.h"
#include "core/value/overlay_values.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

constexpr std::size_t kReadText = 4096;  // bytes; a cell shows fewer

// What a cell has room for: a text may be as long as the message, and cells are painted often.
QString beginningOf(const NodeRef& node) {
    const ByteView content = node.content();
    if (content.size() <= kReadText) {
        return QString::fromStdString(node.text());
    }
    std::size_t end = kReadText;
    while (end > 0 && (content[end] & 0xc0) == 0x80) {
        --end;  // not within a character
    }
    return QString::fromStdString(displayUtf8(content.first(end))) + QChar(0x2026);
}

QString translated(const char* text) {
    return QCoreApplication::translate("FieldTexts", text);
}

bool isNull(const Node& node) {
    return (node.flags & NodeNull) != 0;
}

// Header or body: the second or third part of a frame, or a message that stands alone.
const MessageLayout* layoutOf(const NodeRef& node) {
    const auto& layouts = node.tree().layouts;
    if (layouts.empty()) {
        return nullptr;
    }
    NodeRef part = node;
    while (part.parent().isValid() && part.parent().parent().isValid()) {
        part = part.parent();
    }
    const bool isHeader =
        part.parent().isValid() && part.parent().kind() == NodeKind::Frame && positionInParent(part) == 1;
    return (isHeader ? layouts.front() : layouts.back()).get();
}

bool isFramePart(const NodeRef& node) {
    return node.kind() == NodeKind::Struct && node.field() == nullptr && node.parent().isValid() &&
           node.parent().kind() == NodeKind::Frame;
}

QString boolText(std::int64_t value) {
    if (value == 0 || value == 1) {
        return value == 0 ? QStringLiteral("false") : QStringLiteral("true");
    }
    return withMeaning(QStringLiteral("true"), translated("byte %1").arg(value & 0xff));
}

QString errorText(const SchemaRegistry& registry, std::int64_t code) {
    const ErrorCodeInfo* info = registry.errorCode(static_cast<int>(code));
    if (info == nullptr) {
        return withMeaning(QString::number(code), translated("unknown error code"));
    }
    const QString text = withMeaning(QString::number(code), QString::fromStdString(info->name));
    return info->retriable ? withMeaning(text, translated("retriable")) : text;
}

QString apiText(const SchemaRegistry& registry, std::int64_t key) {
    const ApiInfo* api = registry.api(static_cast<int>(key));
    return withMeaning(QString::number(key),
                       api != nullptr ? QString::fromStdString(api->name) : translated("unknown API"));
}

// The definitions call such fields alike: RequestApiKey, ApiKey.
bool isApiKey(const FieldSpec& field) {
    return field.type == FieldType::Int16 && std::string_view(field.name).ends_with("ApiKey");
}

QString bitsText(const BitTable& table, std::int64_t value) {
    QStringList names;
    for (int bit = 0; bit < 64; ++bit) {
        if ((static_cast<std::uint64_t>(value) >> bit & 1U) == 0) {
            continue;
        }
        const std::string* name = table.find(bit);
        names.append(name != nullptr ? QString::fromStdString(*name) : translated("bit %1").arg(bit));
    }
    const QString number = QString::number(value);
    return withMeaning(number, names.isEmpty() ? translated("none") : names.join(QStringLiteral(", ")));
}

}  // namespace

FieldTexts::FieldTexts(const SchemaRegistry& registry, EntityNames names)
    : m_registry(&registry), m_names(std::move(names)) {}

QString FieldTexts::name(const NodeRef& node) const {
    if (node.kind() == NodeKind::Size) {
        return translated("Size");
    }
    if (!isFramePart(node)) {
        return QString::fromStdString(node.name());
    }
    const MessageLayout* layout = layoutOf(node);
    if (layout == nullptr || layout->spec->type != MessageType::Header) {
        return translated("Body");
    }
    return layout->spec->name == "RequestHeader" ? translated("Request header") : translated("Response header");
}

QString FieldTexts::help(const NodeRef& node) const {
    const NodeRef named = node.elementIndex() >= 0 ? node.parent() : node;
    const MessageLayout* layout = layoutOf(node);
    return named.field() != nullptr && layout != nullptr ? help(*layout->spec, *named.field()->spec) : QString();
}

QString FieldTexts::help(const MessageSpec& message, const FieldSpec& field) {
    return QString::fromStdString(fieldHelp(message, field));
}

QString FieldTexts::hiddenText() {
    return QStringLiteral("***");
}

QString FieldTexts::value(const NodeRef& node) const {
    const Node self = node.node();
    if (isNull(self)) {
        return withMeaning(QStringLiteral("null"), emptyMeaning(node));
    }
    if (!m_showsSecrets && isHidden(node)) {
        return hiddenText();
    }
    switch (self.kind) {
        case NodeKind::Frame:
            return bytesText(node.tree().view(self));
        case NodeKind::Struct:
            return structure(node);
        case NodeKind::Array:
            return withMeaning(
                countText(static_cast<std::uint64_t>(self.integer), translated("element"), translated("elements")),
                emptyMeaning(node));
        case NodeKind::Tags:
            return self.integer == 0 && node.childCount() == 0
                       ? translated("none")
                       : countText(node.childCount(), translated("tagged field"), translated("tagged fields"));
        case NodeKind::Uuid:
            return uuid(Uuid::fromBytes(node.content()));
        case NodeKind::String:
            return text(*self.field->spec, beginningOf(node));
        case NodeKind::Bytes:
        case NodeKind::Records:
        case NodeKind::UnknownTag:
        case NodeKind::Gap:
            return bytesText(node.content());
        case NodeKind::Size:
        case NodeKind::Scalar:
            break;
    }
    return scalar(node);
}

// "all topics" of null, or of an array without elements; empty for anything else.
QString FieldTexts::emptyMeaning(const NodeRef& node) const {
    return QString::fromStdString(readableMeaning(node, {.registry = m_registry}));
}

QString FieldTexts::scalar(const NodeRef& node) const {
    const Node self = node.node();
    if (self.kind == NodeKind::Size) {
        return countText(static_cast<std::uint64_t>(self.integer), translated("byte follows"),
                         translated("bytes follow"));
    }
    if (self.field != nullptr && self.field->type == FieldType::Float64) {
        return realText(self.real);
    }
    const MessageLayout* layout = layoutOf(node);
    const int version = layout != nullptr ? int{layout->version} : VersionRange::kOpenEnd;
    return self.field != nullptr ? number(*self.field->spec, self.integer, version) : QString::number(self.integer);
}

// A message part says its version, an element what tells it from the others.
QString FieldTexts::structure(const NodeRef& node) const {
    const MessageLayout* layout = layoutOf(node);
    if (isFramePart(node) && layout != nullptr) {
        const QString version =
            layout->versionUnknown ? translated("version not known") : QStringLiteral("v%1").arg(layout->version);
        return layout->spec->type == MessageType::Header
                   ? version
                   : QString::fromStdString(layout->spec->name) + QLatin1Char(' ') + version;
    }
    if (node.elementIndex() < 0) {
        return {};
    }
    QStringList keys;
    NodeRef firstText;
    for (std::size_t i = 0; i < node.childCount(); ++i) {
        const NodeRef child = node.child(i);
        const FieldLayout* field = child.field();
        if (field != nullptr && field->spec->mapKey) {
            keys.append(value(child));
        }
        if (!firstText.isValid() && (child.kind() == NodeKind::String || child.kind() == NodeKind::Scalar)) {
            firstText = child;
        }
    }
    if (keys.isEmpty() && firstText.isValid()) {
        keys.append(QStringLiteral("%1 %2").arg(name(firstText), value(firstText)));
    }
    return keys.join(QStringLiteral(" · "));
}

QString FieldTexts::rawBeginning(const NodeRef& node) const {
    const bool isText = node.kind() == NodeKind::String && !node.isNull() && (m_showsSecrets || !isHidden(node));
    return isText ? beginningOf(node) : rawValue(node);
}

QString FieldTexts::rawValue(const NodeRef& node) const {
    const Node self = node.node();
    if (isNull(self)) {
        return QStringLiteral("null");
    }
    if (!m_showsSecrets && isHidden(node)) {
        return hiddenText();
    }
    switch (self.kind) {
        case NodeKind::Scalar:
        case NodeKind::Size:
            return self.field != nullptr && self.field->type == FieldType::Float64 ? realText(self.real)
                                                                                   : QString::number(self.integer);
        case NodeKind::Array:
            return QString::number(self.integer);
        case NodeKind::String:
            return QString::fromStdString(node.text());
        case NodeKind::Uuid:
            return QString::fromStdString(Uuid::fromBytes(node.content()).toHyphenated());
        default:
            return hexText(node.content(), 64);
    }
}

QString FieldTexts::type(const NodeRef& node) const {
    const Node self = node.node();
    if (self.kind == NodeKind::Struct) {
        const bool named = self.field != nullptr && self.field->structure != nullptr;
        return named ? QString::fromStdString(self.field->structure->spec->name) : QString();
    }
    if (self.kind == NodeKind::Gap && self.field == nullptr) {
        return translated("not decoded");
    }
    if (self.kind == NodeKind::UnknownTag) {
        return translated("unknown tag");
    }
    return typeText(node.wireType());
}

bool FieldTexts::isError(const NodeRef& node) const {
    const Node self = node.node();
    return self.kind == NodeKind::Scalar && self.field != nullptr && self.integer != 0 &&
           isErrorCode(*self.field->spec);
}

bool FieldTexts::isErrorCode(const FieldSpec& field) const {
    return (field.meaning != nullptr && field.meaning->isErrorCode) ||
           (field.type == FieldType::Int16 && std::string_view(field.name).ends_with("ErrorCode"));
}

QString FieldTexts::number(const FieldSpec& field, std::int64_t value, int version) const {
    if (isErrorCode(field)) {
        return errorText(*m_registry, value);
    }
    if (isApiKey(field)) {
        return apiText(*m_registry, value);
    }
    const FieldMeaning* meaning = field.meaning;
    if (meaning == nullptr) {
        return field.type == FieldType::Bool ? boolText(value) : QString::number(value);
    }
    if (const std::string* label = meaning->label(value, version)) {
        return withMeaning(QString::number(value), QString::fromStdString(*label));
    }
    if (const std::string literal = meaning->literalLabel(value, version); !literal.empty()) {
        return withMeaning(QString::number(value), QString::fromStdString(literal));
    }
    if (meaning->bits != nullptr) {
        return bitsText(*meaning->bits, value);
    }
    switch (meaning->time) {
        case FieldMeaning::TimeKind::Time:
            return timeText(value);
        case FieldMeaning::TimeKind::Duration:
            return durationText(value);
        case FieldMeaning::TimeKind::None:
            break;
    }
    if (meaning->enumeration != nullptr && !meaning->enumeration->open) {
        return withMeaning(QString::number(value), translated("unknown value"));
    }
    return field.type == FieldType::Bool ? boolText(value) : QString::number(value);
}

QString FieldTexts::text(const FieldSpec& field, const QString& value) const {
    const std::string* label =
        field.meaning != nullptr ? field.meaning->label(value.toStdString(), VersionRange::kOpenEnd) : nullptr;
    const QString meaning = label != nullptr ? QString::fromStdString(*label) : QString();
    return withMeaning(shownText(value), meaning == value ? QString() : meaning);
}

QString FieldTexts::uuid(const Uuid& value) const {
    const QString text = QString::fromStdString(value.toString());
    if (value.isZero()) {
        return withMeaning(text, translated("no id"));
    }
    const QString topic = m_names.topicById.value(text);
    return withMeaning(text, topic);
}

QVariantList FieldTexts::choices(const FieldSpec& field, int version) const {
    QVariantList list;
    const auto add = [&list](qlonglong value, const std::string& label, const std::string& literal = {}) {
        list.append(QVariant::fromValue(Choice{value, QString::fromStdString(label), QString::fromStdString(literal)}));
    };
    if (isErrorCode(field)) {
        for (const ErrorCodeInfo& info : m_registry->errorCodes()) {
            add(info.code, info.name);
        }
    } else if (isApiKey(field)) {
        for (const ApiInfo& api : m_registry->apis()) {
            add(api.key, api.name);
        }
    } else if (field.meaning != nullptr && field.meaning->enumeration != nullptr) {
        const EnumTable& table = *field.meaning->enumeration;
        for (const EnumTable::Value& value : table.values) {
            const auto* number = std::get_if<std::int64_t>(&value.value);
            // A number that is called otherwise in other versions is there once.
            const EnumTable::Value* here = number != nullptr ? table.find(*number, version) : nullptr;
            if (number != nullptr && (here == nullptr || here == &value)) {
                add(*number, value.name, field.meaning->literalLabel(*number, version));
            }
        }
    }
    return list;
}

}  // namespace brokerscope
