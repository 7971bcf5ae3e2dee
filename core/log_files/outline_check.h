#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/log_files/batch_outline.h"

#include <optional>

namespace brokerscope {

// The checksums of the batches that a BatchOutline has listed, which reads headers alone. To be asked in the order of
// the file, so that small batches are read many at a time. The file may have changed meanwhile. Not thread safe;
// borrows the source.
class OutlineCheck {
public:
    explicit OutlineCheck(const ByteSource& source) : m_source(source) {}

    // What is wrong with the bytes of a batch, as an error: CrcMismatch or CrcOtherKind. As a warning: FileShrank where
    // they are no longer there, Other where something else stands there now. Nothing: all is well, or it is no batch
    // that has a checksum. Errors: FileUnreadable.
    Result<std::optional<Diagnostic>> check(const OutlinedBatch& batch);

private:
    Result<ByteView> bytesOf(const OutlinedBatch& batch);

    const ByteSource& m_source;
    ByteBuffer m_window;
    std::uint64_t m_windowAt = 0;  // position of its first byte
};

}  // namespace brokerscope
