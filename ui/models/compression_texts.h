#pragma once

#include "core/base/bytes.h"

#include <QStringList>

namespace brokerscope {

// How compressed bytes are framed, in sentences: of snappy data whether they are xerial framing or one raw block, each
// header and block with its size and with what it claims to become. Other codecs have one framing each, and nothing is
// said of it. `attributes` are those of the batch or message, `at` the offset of the bytes in their buffer.
QStringList compressionLines(std::int64_t attributes, ByteView compressed, std::uint64_t at);

}  // namespace brokerscope
