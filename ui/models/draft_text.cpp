#include "ui/models/draft_text.h"

#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/schema/default_value.h"
#include "core/schema/field_meaning.h"
#include "core/value/draft_emptiness.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

QString draftTranslated(const char* text) {
    return QCoreApplication::translate("DraftText", text);
}

QString textOf(const std::string& bytes) {
    return QString::fromStdString(displayUtf8(asBytes(bytes)));
}

tl::unexpected<Error> invalid(const FieldSpec& field, const QString& text, const char* expected) {
    Error error{MessageId::InvalidValue, {field.name, text.toStdString(), expected}, std::nullopt, {}};
    return tl::unexpected<Error>(std::move(error));
}

Result<DraftValue> integerFrom(const FieldSpec& field, const QVariant& given) {
    std::optional<std::int64_t> value;
    if (given.typeId() == QMetaType::QString) {
        value = parseInteger(given.toString().trimmed().toStdString());
    } else if (given.canConvert<qlonglong>()) {
        value = given.toLongLong();
    }
    if (!value) {
        return invalid(field, given.toString(), "a whole number, decimal or with 0x");
    }
    // A bool is a byte on the wire and may hold any.
    const IntegerLimits range = integerLimits(field.type).value_or(IntegerLimits{0, 255});
    if (*value < range.least || *value > range.greatest) {
        return failure(MessageId::ValueOutOfRange, {field.name, std::to_string(*value), std::to_string(range.least),
                                                    std::to_string(range.greatest)});
    }
    return DraftValue(*value);
}

Result<DraftValue> boolFrom(const FieldSpec& field, const QVariant& given) {
    if (given.typeId() == QMetaType::QString) {
        const QString text = given.toString().trimmed().toLower();
        if (text == QLatin1String("true") || text == QLatin1String("false")) {
            return DraftValue(std::int64_t{text == QLatin1String("true") ? 1 : 0});
        }
        return integerFrom(field, given);
    }
    return DraftValue(std::int64_t{given.toBool() ? 1 : 0});
}

Result<DraftValue> realFrom(const FieldSpec& field, const QVariant& given) {
    bool good = false;
    const double value =
        given.typeId() == QMetaType::QString ? given.toString().trimmed().toDouble(&good) : given.toDouble(&good);
    return good ? Result<DraftValue>(DraftValue(value)) : invalid(field, given.toString(), "a number");
}

Result<DraftValue> uuidFrom(const FieldSpec& field, const QVariant& given) {
    const auto value = Uuid::fromString(given.toString().trimmed().toStdString());
    return value ? Result<DraftValue>(DraftValue(*value))
                 : invalid(field, given.toString(), "an id of 22 characters or 8-4-4-4-12 hexadecimal digits");
}

Result<DraftValue> bytesFrom(const FieldSpec& field, const QVariant& given) {
    if (given.typeId() == QMetaType::QByteArray) {
        const QByteArray bytes = given.toByteArray();
        return DraftValue(ByteBuffer(bytes.begin(), bytes.end()));
    }
    auto bytes = fromHex(given.toString().toStdString());
    if (!bytes) {
        bytes.error().path = field.jsonName;
        return tl::unexpected<Error>(bytes.error());
    }
    return DraftValue(std::move(*bytes));
}

}  // namespace

QString draftText(const FieldTexts& texts, const FieldSpec& field, const DraftValue& value, int version) {
    if (std::holds_alternative<DraftNull>(value)) {
        return QStringLiteral("null");
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return texts.number(field, *number, version);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return realText(*real);
    }
    if (const auto* text = std::get_if<DraftText>(&value)) {
        return texts.text(field, textOf(text->bytes));
    }
    if (const auto* bytes = std::get_if<ByteBuffer>(&value)) {
        return bytesText(*bytes);
    }
    if (const auto* uuid = std::get_if<Uuid>(&value)) {
        return texts.uuid(*uuid);
    }
    if (const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value)) {
        return countText((*array)->elements.size(), draftTranslated("element"), draftTranslated("elements"));
    }
    return {};
}

QVariant draftEditValue(const FieldSpec& field, const DraftValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return field.type == FieldType::Bool ? QVariant(*number != 0) : QVariant(static_cast<qlonglong>(*number));
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return *real;
    }
    if (const auto* text = std::get_if<DraftText>(&value)) {
        return textOf(text->bytes);
    }
    if (const auto* bytes = std::get_if<ByteBuffer>(&value)) {
        return arrayOf(*bytes);
    }
    if (const auto* uuid = std::get_if<Uuid>(&value)) {
        return QString::fromStdString(uuid->toString());
    }
    return {};
}

Result<DraftValue> draftValueFrom(const FieldSpec& field, const QVariant& given) {
    switch (field.type) {
        case FieldType::Bool:
            return boolFrom(field, given);
        case FieldType::Float64:
            return realFrom(field, given);
        case FieldType::Uuid:
            return uuidFrom(field, given);
        case FieldType::String:
            return DraftValue(DraftText{given.toString().toStdString()});
        case FieldType::Bytes:
        case FieldType::Records:
            return bytesFrom(field, given);
        case FieldType::Struct:
            return invalid(field, given.toString(), "fields of its own");
        default:
            return integerFrom(field, given);
    }
}

std::string entityOf(const FieldSpec& field) {
    return field.meaning != nullptr && !field.meaning->entity.empty() ? field.meaning->entity : field.entityType;
}

EditorKind editorFor(const FieldTexts& texts, const FieldSpec& field, bool element) {
    if (field.isArray && !element) {
        return EditorKind::None;
    }
    switch (field.type) {
        case FieldType::Struct:
            return EditorKind::None;
        case FieldType::Bool:
            return EditorKind::Bool;
        case FieldType::Float64:
            return EditorKind::Real;
        case FieldType::Uuid:
            return EditorKind::Uuid;
        case FieldType::Bytes:
        case FieldType::Records:
            return EditorKind::Bytes;
        case FieldType::String:
            return entityOf(field).empty() ? EditorKind::Text : EditorKind::Entity;
        default:
            break;
    }
    if (!texts.choices(field).isEmpty()) {
        return EditorKind::Enumeration;
    }
    return entityOf(field).empty() ? EditorKind::Integer : EditorKind::Entity;
}

namespace {

// What null, or an empty list, says in whatever version.
const Emptiness* anyMeaning(const FieldMeaning& meaning, std::string Emptiness::*says) {
    const auto found =
        std::ranges::find_if(meaning.emptiness, [says](const auto& rule) { return !(rule.*says).empty(); });
    return found == meaning.emptiness.end() ? nullptr : &*found;
}

QString nullText(const std::string& says) {
    return draftTranslated("%1 (null)").arg(QString::fromStdString(says));
}

QString emptyText(const std::string& says) {
    return draftTranslated("%1 (empty)").arg(QString::fromStdString(says));
}

// Of another version than the one that says `instead`; empty: nothing.
Choice greyedChoice(ListChoice choice, const std::string& label, int version, const std::string& instead) {
    const QString why = instead.empty() ? draftTranslated("v%1 has no null").arg(version)
                                        : draftTranslated("v%1 cannot say it: an empty list says %2 there")
                                              .arg(version)
                                              .arg(QString::fromStdString(instead));
    return {static_cast<qlonglong>(choice), QString::fromStdString(label), why};
}

}  // namespace

QVariantList listChoices(const FieldSpec& field, int version) {
    const FieldMeaning* meaning = field.meaning;
    if (!field.isArray || meaning == nullptr || meaning->emptiness.empty()) {
        return {};
    }
    QVariantList choices;
    const auto add = [&choices](Choice choice) { choices.append(QVariant::fromValue(std::move(choice))); };
    const auto plain = [](ListChoice choice, const QString& label) {
        return Choice{static_cast<qlonglong>(choice), label, {}};
    };
    const bool isAlike = writesNullAsEmpty(field, version);
    const std::string* empty = meaning->emptyLabel(false, version);
    if (const Emptiness* rule = anyMeaning(*meaning, &Emptiness::null)) {
        const bool canSay = isAlike || field.nullableVersions.contains(version);
        const std::string* here = meaning->emptyLabel(true, version);
        const std::string& says = here != nullptr ? *here : rule->null;
        add(canSay ? plain(ListChoice::Null, isAlike ? emptyText(says) : nullText(says))
                   : greyedChoice(ListChoice::Null, rule->null, version, {}));
    }
    if (!isAlike) {
        add(plain(ListChoice::Empty, empty != nullptr ? emptyText(*empty) : draftTranslated("none (empty)")));
    } else if (const auto other = std::ranges::find_if(
                   meaning->emptiness,
                   [&](const Emptiness& rule) { return !rule.empty.empty() && rule.empty != *empty; });
               other != meaning->emptiness.end()) {
        add(greyedChoice(ListChoice::Empty, other->empty, version, *empty));
    }
    add(plain(ListChoice::Elements, draftTranslated("a list")));
    return choices;
}

QString draftType(const FieldSpec& field, bool element, const FieldLayout* layout) {
    if (field.type == FieldType::Struct && (element || !field.isArray)) {
        return QString::fromStdString(field.structure->name);
    }
    FieldLayout plain;
    plain.spec = &field;
    plain.type = field.type;
    plain.isArray = field.isArray;
    const FieldLayout& shown = layout != nullptr ? *layout : plain;
    return typeText(element ? shown.elementWireTypeName() : shown.wireTypeName());
}

}  // namespace brokerscope
