#include "ui/models/compression_texts.h"

#include "core/records/compression_type.h"
#include "core/records/snappy_framing.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

// More would hide what else is said of the bytes.
constexpr int kMostPieces = 12;

struct CompressionTexts {
    Q_DECLARE_TR_FUNCTIONS(CompressionTexts)
};

QString piecesSize(std::uint64_t size) {
    return countText(size, CompressionTexts::tr("byte"), CompressionTexts::tr("bytes"));
}

QString headerLine(const SnappyPiece& header, std::uint64_t at) {
    const QString line = CompressionTexts::tr("byte %1: xerial header of %2, version %3, compatible from version %4")
                             .arg(at)
                             .arg(piecesSize(header.bytes.size()))
                             .arg(header.version())
                             .arg(header.compatible());
    return header.isLittleEndian() ? CompressionTexts::tr("%1; its version words are little-endian").arg(line) : line;
}

QString blockLine(const SnappyPiece& block, std::uint64_t at) {
    const auto claimed = block.claimed();
    const QString size = CompressionTexts::tr("byte %1: block of %2").arg(at).arg(piecesSize(block.bytes.size()));
    return claimed ? CompressionTexts::tr("%1, says that it becomes %2").arg(size, piecesSize(*claimed))
                   : CompressionTexts::tr("%1, which does not say what it becomes").arg(size);
}

QString pieceLine(const SnappyPiece& piece, std::uint64_t start) {
    const std::uint64_t at = start + piece.at;
    switch (piece.kind) {
        case SnappyPieceKind::Header:
            return headerLine(piece, at);
        case SnappyPieceKind::Block:
            return blockLine(piece, at);
        case SnappyPieceKind::CutHeader:
            return CompressionTexts::tr("byte %1: the data ends within a header").arg(at);
        case SnappyPieceKind::LongBlock:
            return CompressionTexts::tr("byte %1: a block whose size reaches beyond the data").arg(at);
        case SnappyPieceKind::Trailing:
            break;
    }
    return CompressionTexts::tr("byte %1: %2 that are no block").arg(at).arg(piecesSize(piece.bytes.size()));
}

}  // namespace

QStringList compressionLines(std::int64_t attributes, ByteView compressed, std::uint64_t at) {
    if (compressionOf(static_cast<int>(attributes)) != CompressionType::Snappy || compressed.empty()) {
        return {};
    }
    SnappyPieces pieces(compressed);
    QStringList lines{pieces.isXerial()
                          ? CompressionTexts::tr("snappy with xerial framing: a header, then blocks, each behind its "
                                                 "size as int32")
                          : CompressionTexts::tr("snappy without framing: one raw block")};
    std::uint64_t more = 0;
    for (SnappyPiece piece; pieces.next(piece);) {
        if (lines.size() <= kMostPieces) {
            lines.append(pieceLine(piece, at));
        } else {
            ++more;
        }
    }
    if (more > 0) {
        lines.append(CompressionTexts::tr("and %1").arg(
            countText(more, CompressionTexts::tr("more piece"), CompressionTexts::tr("more pieces"))));
    }
    return lines;
}

}  // namespace brokerscope
