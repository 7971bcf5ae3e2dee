#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"

#include <fstream>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// Hands out the bytes of a file or of a stream as they come, in pieces of up to 1 MiB: a piece never waits for more
// than its first byte, so that what a pipe brought is used at once. Not thread safe.
class PieceReader {
public:
    // "-" is `in`, which then outlives the reader. Errors: FileUnreadable.
    static Result<PieceReader> open(const std::string& path, std::istream& in);

    // The next bytes, valid until the next call; empty at the end. A file that grew meanwhile goes on after that.
    ByteView next();
    // Reading failed, not ended.
    bool hasFailed() const { return m_in->bad(); }
    // A regular file may grow; a stream that ended has ended.
    bool mayGrow() const { return m_file != nullptr; }

private:
    PieceReader() = default;

    std::vector<char> m_piece;
    std::unique_ptr<std::ifstream> m_file;  // null: a stream
    std::istream* m_in = nullptr;
};

}  // namespace brokerscope
