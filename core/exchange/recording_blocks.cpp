#include "core/exchange/recording_blocks.h"

#include "core/base/hex.h"
#include "core/exchange/recording_fields.h"
#include "core/records/crc.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kSearchPiece = 1'048'576;
// Each costs the reading of a payload; nothing but a file made for it has more.
constexpr std::uint32_t kMostFalseHeads = 1000;

std::uint32_t numberAt(ByteView bytes, std::size_t offset) {
    return static_cast<std::uint32_t>(RecordingFields(bytes.subspan(offset)).number(4));
}

RecordingMarker markerAt(ByteView bytes, std::size_t offset) {
    RecordingMarker marker{};
    if (bytes.size() >= offset + marker.size()) {
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), marker.size(), marker.begin());
    }
    return marker;
}

}  // namespace

Result<RecordingBlocks> RecordingBlocks::open(std::shared_ptr<const ByteSource> source, std::uint64_t largestBlock) {
    RecordingBlocks blocks(std::move(source), largestBlock);
    if (const auto read = blocks.readFileHead(); !read) {
        return tl::unexpected<Error>(read.error());
    }
    return blocks;
}

Result<void> RecordingBlocks::readFileHead() {
    const auto read = m_source->bytes(0, kRecordingHeadBytes);
    if (!read) {
        return tl::unexpected<Error>(read.error());
    }
    if (!isRecording(*read)) {
        const ByteView first = ByteView(*read).first(std::min<std::size_t>(read->size(), kRecordingMagic.size()));
        return failure(MessageId::RecordingNotKnown, {first.empty() ? "nothing" : toHex(first)});
    }
    const bool isGood =
        read->size() == kRecordingHeadBytes &&
        numberAt(*read, kRecordingHeadBytes - 4) == crc32c(ByteView(*read).first(kRecordingHeadBytes - 4));
    m_marker = markerAt(*read, 12);
    if (isGood) {
        const auto format = static_cast<std::uint16_t>((*read)[8] << 8 | (*read)[9]);
        if (format != kRecordingFormat) {
            return failure(MessageId::Other, {"a recording of format " + std::to_string(format) +
                                              "; this program reads format " + std::to_string(kRecordingFormat)});
        }
        return {};
    }
    // The first block has the marker too.
    const RecordingMarker second = markerAt(bytesAt(kRecordingHeadBytes, m_marker.size()), 0);
    if (!headAt(kRecordingHeadBytes, m_marker) && headAt(kRecordingHeadBytes, second)) {
        m_marker = second;
    }
    m_position = std::min<std::uint64_t>(kRecordingHeadBytes, read->size());
    m_damagedBytes += m_position;
    m_diagnostics.push_back({Severity::Error,
                             MessageId::RecordingDamaged,
                             {std::to_string(m_position), "the head of the file is cut off or its checksum is wrong",
                              "the blocks are read all the same"},
                             {BufferId::Main, 0, m_position},
                             {}});
    return {};
}

ByteBuffer RecordingBlocks::bytesAt(std::uint64_t offset, std::uint64_t length) const {
    // A read that fails is as one of bytes that are not there: what could be read stays good.
    return m_source->bytes(offset, length).value_or(ByteBuffer());
}

std::optional<RecordingBlocks::Head> RecordingBlocks::headAt(std::uint64_t offset,
                                                             const RecordingMarker& marker) const {
    const ByteBuffer bytes = bytesAt(offset, kBlockHeadBytes);
    if (bytes.size() < kBlockHeadBytes || markerAt(bytes, 0) != marker ||
        numberAt(bytes, kBlockHeadBytes - 4) != crc32c(ByteView(bytes).first(kBlockHeadBytes - 4))) {
        return std::nullopt;
    }
    RecordingFields fields(ByteView(bytes).subspan(marker.size()));
    Head head;
    head.kind = static_cast<RecordingKind>(fields.number(2));
    head.version = fields.integer<std::uint16_t>();
    head.length = fields.integer<std::uint32_t>();
    return head;
}

RecordingBlocks::Found RecordingBlocks::blockAt(std::uint64_t offset, Reading reading, RecordingBlock& block) const {
    const auto head = headAt(offset, m_marker);
    const std::uint64_t size = m_source->size().value_or(0);
    if (!head) {
        return size < offset + kBlockHeadBytes ? Found::Incomplete : Found::Damaged;
    }
    if (size < offset + head->blockBytes()) {
        return Found::Incomplete;
    }
    block = {offset, head->blockBytes(), head->kind, head->version, {}};
    if (head->length > m_largestBlock) {
        return Found::TooLarge;
    }
    // A torn block says more than there is, and reaches into what was added behind it.
    const bool isFollowed =
        reading == Reading::Beginning && (size == offset + block.size || headAt(offset + block.size, m_marker));
    if (isFollowed) {
        block.payload = bytesAt(offset + kBlockHeadBytes, std::min<std::uint64_t>(head->length, kBeginning));
        return Found::Block;
    }
    block.payload = bytesAt(offset + kBlockHeadBytes, std::uint64_t{head->length} + kBlockCrcBytes);
    if (block.payload.size() < head->length + kBlockCrcBytes) {
        return Found::Incomplete;
    }
    const std::uint32_t stored = numberAt(block.payload, head->length);
    block.payload.resize(head->length);
    return stored == crc32c(block.payload) ? Found::Block : Found::Damaged;
}

std::optional<RecordingBlock> RecordingBlocks::next(Reading reading) {
    for (;;) {
        RecordingBlock block;
        const Found found = blockAt(m_position, reading, block);
        if (found == Found::Block) {
            m_position += block.size;
            return block;
        }
        if (found == Found::TooLarge) {
            tellTooLarge(block.size);
            continue;
        }
        const auto whole = findBlock(m_position + 1);
        if (!whole) {
            return std::nullopt;
        }
        tellDamage(*whole, fmt::format("the next whole block begins at byte {}", *whole));
    }
}

std::optional<std::uint64_t> RecordingBlocks::findBlock(std::uint64_t from) {
    m_falseHeads = 0;
    for (std::uint64_t base = from;;) {
        const ByteBuffer piece = bytesAt(base, kSearchPiece);
        if (piece.size() < kBlockHeadBytes) {
            return std::nullopt;
        }
        if (const auto found = findIn(piece, base)) {
            return found;
        }
        if (piece.size() < kSearchPiece) {
            return std::nullopt;
        }
        // A head may lie across two pieces.
        base += piece.size() - (kBlockHeadBytes - 1);
    }
}

std::optional<std::uint64_t> RecordingBlocks::findIn(ByteView bytes, std::uint64_t base) {
    auto at = bytes.begin();
    while ((at = std::search(at, bytes.end(), m_marker.begin(), m_marker.end())) != bytes.end()) {
        const std::uint64_t offset = base + static_cast<std::uint64_t>(at - bytes.begin());
        RecordingBlock block;
        const Found found = m_falseHeads < kMostFalseHeads ? blockAt(offset, Reading::Whole, block) : Found::Incomplete;
        if (found == Found::Block) {
            return offset;
        }
        m_falseHeads += found == Found::Damaged && block.size > 0 ? 1 : 0;
        ++at;
    }
    return std::nullopt;
}

void RecordingBlocks::tellDamage(std::uint64_t end, std::string_view goesOn) {
    const std::uint64_t bytes = end - m_position;
    const bool isBlock = headAt(m_position, m_marker).has_value();
    m_diagnostics.push_back({Severity::Error,
                             MessageId::RecordingDamaged,
                             {std::to_string(bytes),
                              isBlock ? "a block that is cut off or whose checksum is wrong" : "no block begins there",
                              std::string(goesOn)},
                             {BufferId::Main, m_position, bytes},
                             {}});
    m_damagedBytes += bytes;
    m_position = end;
}

void RecordingBlocks::tellTooLarge(std::uint64_t size) {
    m_diagnostics.push_back({Severity::Warning,
                             MessageId::LimitExceeded,
                             {"frame", std::to_string(size), std::to_string(m_largestBlock)},
                             {BufferId::Main, m_position, size},
                             {}});
    m_position += size;
}

void RecordingBlocks::finish() {
    const std::uint64_t size = m_source->size().value_or(m_position);
    if (size > m_position) {
        tellDamage(size, "the recording ends there");
    }
}

Result<RecordingBlock> RecordingBlocks::at(std::uint64_t offset) const {
    if (const auto size = m_source->size(); !size) {
        return tl::unexpected<Error>(size.error());
    }
    RecordingBlock block;
    if (blockAt(offset, Reading::Whole, block) != Found::Block) {
        const auto head = headAt(offset, m_marker);
        return failure(MessageId::RecordingDamaged,
                       {std::to_string(head ? head->blockBytes() : kBlockHeadBytes), "no whole block is there any more",
                        fmt::format("it began at byte {}", offset)});
    }
    return block;
}

}  // namespace brokerscope
