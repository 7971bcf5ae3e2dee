#pragma once

#include "core/base/error.h"
#include "core/value/value_tree.h"
#include "ui/models/reading_context.h"

#include <QString>
#include <memory>

namespace brokerscope {

// What pasted hex turned out to be.
struct PastedBytes {
    QString what;  // "Metadata request v12", "record batches"
    std::shared_ptr<const ValueTree> tree;
};

// Bytes from hex (white space, colons and commas between them do not matter): record batches where one with a right
// checksum begins, or a request frame of an API and version that are known. An answer does not say what it answers.
// Errors: InvalidHex, HexOddDigits, FileNotKnown with the first bytes, Other where there are none.
Result<PastedBytes> readPasted(const ReadingContext& context, const QString& text);

}  // namespace brokerscope
