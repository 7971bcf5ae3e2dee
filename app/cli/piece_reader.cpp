#include "app/cli/piece_reader.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <istream>

namespace brokerscope {
namespace {

constexpr std::size_t kPiece = 1048576;

}  // namespace

Result<PieceReader> PieceReader::open(const std::string& path, std::istream& in) {
    PieceReader reader;
    reader.m_piece.resize(kPiece);
    reader.m_in = &in;
    if (path == "-") {
        return reader;
    }
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        return failure(MessageId::FileUnreadable, {path, "it is a folder"});
    }
    errno = 0;
    reader.m_file = std::make_unique<std::ifstream>();
    // No buffer of its own: each read goes straight into the piece.
    reader.m_file->rdbuf()->pubsetbuf(nullptr, 0);
    reader.m_file->open(path, std::ios::binary);
    if (!*reader.m_file) {
        return failure(MessageId::FileUnreadable, {path, errno != 0 ? std::strerror(errno) : "cannot be opened"});
    }
    reader.m_in = reader.m_file.get();
    return reader;
}

ByteView PieceReader::next() {
    if (m_in->bad()) {
        return {};
    }
    m_in->clear();
    // Waits for the first byte only; readsome then takes what is there.
    if (m_in->peek() == std::istream::traits_type::eof()) {
        return {};
    }
    m_piece[0] = static_cast<char>(m_in->get());
    const std::streamsize more = m_in->readsome(m_piece.data() + 1, static_cast<std::streamsize>(m_piece.size() - 1));
    return {reinterpret_cast<const std::uint8_t*>(m_piece.data()), static_cast<std::size_t>(more) + 1};
}

}  // namespace brokerscope
