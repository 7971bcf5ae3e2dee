#pragma once

#include "core/value/value_draft.h"
#include "ui/models/field_texts.h"
#include "ui/models/roles.h"

#include <QString>
#include <QVariant>

namespace brokerscope {

// Between draft values and what a form shows and takes.

// Readable text of one value (never monostate) in a version of its message. Structures have none; arrays say how much
// they hold.
QString draftText(const FieldTexts& texts, const FieldSpec& field, const DraftValue& value, int version);

// What an editor begins with: bool, qlonglong, double, QString, QByteArray; an invalid QVariant for null, arrays and
// structures.
QVariant draftEditValue(const FieldSpec& field, const DraftValue& value);

// The value that an editor gave. Text is taken for every type: numbers decimal or with 0x, uuids in both forms, bytes
// as hex. Errors: ValueOutOfRange, InvalidValue, InvalidHex, HexOddDigits with the field's name.
Result<DraftValue> draftValueFrom(const FieldSpec& field, const QVariant& given);

// What the field names, by the overlays, else by its definition; empty where it names nothing.
std::string entityOf(const FieldSpec& field);

// `element`: one element of an array field.
EditorKind editorFor(const FieldTexts& texts, const FieldSpec& field, bool element);

// What a list can say in a version of its message, a Choice for each ListChoice; those that only other versions can say
// tell why. Empty: null and emptiness mean nothing of their own.
QVariantList listChoices(const FieldSpec& field, int version);

// "compact nullable string"; `layout` is null where the chosen version lacks the field.
QString draftType(const FieldSpec& field, bool element, const FieldLayout* layout);

}  // namespace brokerscope
