#pragma once

#include "core/value/value_draft.h"
#include "ui/models/field_texts.h"
#include "ui/models/roles.h"

#include <QString>
#include <QVariant>

namespace brokerscope {

// Between draft values and what a form shows and takes.

struct WholeRange {
    qlonglong least = 0;
    qlonglong greatest = 0;
};
// Range of a whole number's type; {0, 1} for bool.
WholeRange rangeOf(FieldType type);

// Readable text of one value; structures and arrays say how much they hold.
QString draftText(const FieldTexts& texts, const MessageSpec& message, const FieldSpec& field, bool element,
                  const DraftValue& value);
// What an editor begins with: bool, qlonglong, double, QString, QByteArray; an invalid QVariant for null and
// structures.
QVariant draftEditValue(const FieldSpec& field, bool element, const DraftValue& value);
// The value that an editor gave, or why a draft cannot hold it.
Result<DraftValue> draftValueFrom(const FieldSpec& field, const QVariant& given);

EditorKind editorFor(const FieldTexts& texts, const MessageSpec& message, const FieldSpec& field, bool element);
// "compact nullable string · 2+", as a definition at a version; without layout as the definition alone.
QString draftType(const FieldSpec& field, bool element, const FieldLayout* layout);
bool equalValues(const DraftValue& left, const DraftValue& right);

}  // namespace brokerscope
