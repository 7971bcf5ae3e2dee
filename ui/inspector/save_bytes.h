#pragma once

#include "core/base/bytes.h"

#include <QString>

namespace brokerscope {

// Writes bytes to a file, whose old contents stay where that fails. A sentence: what was written, or why it was not.
// Work for a thread of the pool.
QString saveToFile(ByteView bytes, const QString& path);

}  // namespace brokerscope
