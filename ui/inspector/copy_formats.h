#pragma once

#include "core/value/node_ref.h"

#include <QString>
#include <QStringList>

namespace brokerscope {

// Texts that a field or a run of bytes is copied as.
enum class CopyFormat { Value, Path, Json, Hex, HexDump, Base64, CArray };

// What a node can be copied as, in the order of a menu; bytes alone have neither value, path nor JSON.
QList<CopyFormat> nodeCopyFormats();
QList<CopyFormat> byteCopyFormats();
QString copyFormatName(CopyFormat format);  // "Copy as C array", translated

// An empty text for a format that bytes alone do not have. Secrets in JSON are masked.
QString copiedNode(const NodeRef& node, const QString& value, CopyFormat format);
// `offset` is that of the first byte within the message, for the dump.
QString copiedBytes(ByteView bytes, std::uint64_t offset, CopyFormat format);

}  // namespace brokerscope
