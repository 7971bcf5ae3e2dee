#pragma once

#include "core/base/error.h"
#include "core/base/file_byte_source.h"
#include "core/workbench/topic_piece.h"

#include <memory>
#include <string>

namespace brokerscope {

// The bytes of batches; the file that was read last stays open, since batches are mostly asked for in their order. Not
// thread safe.
class BatchBytes {
public:
    // Valid until the next call, and while the batch's piece is kept. Errors: FileUnreadable, also where they are not
    // in the file any more.
    Result<ByteView> open(const TopicBatch& batch);

private:
    std::shared_ptr<const std::string> m_path;
    std::unique_ptr<FileByteSource> m_file;
    ByteBuffer m_read;
};

}  // namespace brokerscope
