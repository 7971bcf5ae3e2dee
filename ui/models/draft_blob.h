#pragma once

#include "core/base/bytes.h"
#include "core/value/value_draft.h"

#include <QString>
#include <QVariant>

namespace brokerscope {

// Keys and values of records that are written: bytes that may be null, which is not the same as empty.

// An invalid QVariant stands for null; untouched is null too, as the definitions say.
QVariant blobOf(const DraftValue& value);
bool isBlobNull(const DraftValue& value);  // the same without a copy
DraftValue draftBlob(const QVariant& bytes);
// "null", "empty", the text where the bytes are readable, else their digits; long ones are cut.
QString blobText(const DraftValue& value);
// UTF-8 without control characters but tab and line ends: better read and written as text.
bool isReadableText(ByteView bytes);

}  // namespace brokerscope
