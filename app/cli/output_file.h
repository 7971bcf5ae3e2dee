#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"

#include <fstream>
#include <iosfwd>
#include <string>
#include <string_view>

namespace brokerscope {

// Where an export goes: standard output, or a file that has its name once it is whole. Until then it is FILE.part, so
// that a full disk or Ctrl+C leaves a file that was there before as it was. Not thread safe.
class OutputFile {
public:
    // Empty or "-": `out`, which is borrowed. Errors: FileUnwritable.
    static Result<OutputFile> open(std::string path, std::ostream& out);
    ~OutputFile();  // without finish() the beginning of a file is taken away
    OutputFile(OutputFile&&) = default;
    OutputFile& operator=(OutputFile&&) = delete;

    // Errors: FileUnwritable.
    Result<void> write(ByteView bytes);
    Result<void> write(std::string_view text) { return write(asBytes(text)); }
    // Everything is there: the file gets its name. Errors: FileUnwritable.
    Result<void> finish();

private:
    OutputFile(std::string path, std::ostream* out) : m_path(std::move(path)), m_out(out) {}

    std::string partPath() const { return m_path + ".part"; }
    Result<void> refused() const;

    std::string m_path;  // empty: m_out
    std::ostream* m_out;
    std::ofstream m_file;
};

}  // namespace brokerscope
