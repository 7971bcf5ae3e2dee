#include "core/capture/exchange_source.h"

#include "core/capture/recorded_exchanges.h"

namespace brokerscope {
namespace {

constexpr std::uint64_t kSourcePiece = 1'048'576;

CapturePieces::Next piecesOf(std::shared_ptr<const ByteSource> file) {
    return [file = std::move(file), position = std::uint64_t{0}, piece = ByteBuffer()]() mutable -> Result<ByteView> {
        auto read = file->bytes(position, kSourcePiece);
        if (!read) {
            return tl::unexpected<Error>(read.error());
        }
        piece = std::move(*read);
        position += piece.size();
        return ByteView(piece);
    };
}

}  // namespace

bool CapturePieces::readMore() {
    const auto piece = m_next();
    if (!piece) {
        m_failure = piece.error();
        return false;
    }
    m_reader.feed(*piece);
    return !piece->empty();
}

Result<std::unique_ptr<ExchangeSource>> openExchangeSource(const SchemaRegistry& registry,
                                                           std::shared_ptr<const ByteSource> file,
                                                           const CaptureOptions& options) {
    const auto first = file->bytes(0, kRecordingMagic.size());
    if (!first) {
        return tl::unexpected<Error>(first.error());
    }
    if (!isRecording(*first)) {
        return std::make_unique<CapturePieces>(registry, options, piecesOf(std::move(file)));
    }
    auto recorded = RecordedExchanges::open(registry, std::move(file), options);
    if (!recorded) {
        return tl::unexpected<Error>(recorded.error());
    }
    return std::make_unique<RecordedExchanges>(std::move(*recorded));
}

}  // namespace brokerscope
