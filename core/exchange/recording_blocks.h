#pragma once

#include "core/base/byte_source.h"
#include "core/base/diagnostic.h"
#include "core/exchange/recording_format.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// The blocks of a recording, one by one, whatever they hold. Every byte of the file is the head's, a block's or told as
// damaged: where a block is torn, or its checksum is wrong, reading goes on at the next one that is whole. A block that
// is not whole at the end of the file may still be being written: it is left until there is more, or until finish()
// tells of it. Holds one block at a time. Not thread safe.
class RecordingBlocks {
public:
    // How much of a payload is read. Beginning: its first bytes, for lists; its checksum is looked
    // at only where no other block, nor the end, follows.
    enum class Reading : std::uint8_t { Whole, Beginning };
    static constexpr std::size_t kBeginning = 64;

    // Errors: FileUnreadable, RecordingNotKnown, Other for a later format. `largestBlock` bounds the payloads that are
    // read; larger ones are stepped over and told with LimitExceeded.
    static Result<RecordingBlocks> open(std::shared_ptr<const ByteSource> source,
                                        std::uint64_t largestBlock = kLargestBlock);

    // The next block; nothing at the present end.
    std::optional<RecordingBlock> next(Reading reading = Reading::Whole);
    // Nothing more will come: what is left over is told.
    void finish();
    // The block at an offset that next() told. Errors: FileUnreadable, RecordingDamaged.
    Result<RecordingBlock> at(std::uint64_t offset) const;

    // What was found since the last call; spans count from the first byte of the file.
    std::vector<Diagnostic> takeDiagnostics() { return std::exchange(m_diagnostics, {}); }
    std::uint64_t position() const { return m_position; }
    std::uint64_t damagedBytes() const { return m_damagedBytes; }
    const RecordingMarker& marker() const { return m_marker; }

private:
    enum class Found : std::uint8_t { Block, Incomplete, Damaged, TooLarge };
    struct Head {
        RecordingKind kind = RecordingKind::RunHead;
        std::uint16_t version = 0;
        std::uint32_t length = 0;

        std::uint64_t blockBytes() const { return kBlockHeadBytes + std::uint64_t{length} + kBlockCrcBytes; }
    };

    RecordingBlocks(std::shared_ptr<const ByteSource> source, std::uint64_t largestBlock)
        : m_source(std::move(source)), m_largestBlock(largestBlock) {}

    Result<void> readFileHead();
    std::optional<Head> headAt(std::uint64_t offset, const RecordingMarker& marker) const;
    ByteBuffer bytesAt(std::uint64_t offset, std::uint64_t length) const;
    Found blockAt(std::uint64_t offset, Reading reading, RecordingBlock& block) const;
    // The next offset from `from` on where a whole block begins; nothing: none yet.
    std::optional<std::uint64_t> findBlock(std::uint64_t from);
    // Positions in `bytes` where the marker stands are tried; `base` is the offset of the first byte.
    std::optional<std::uint64_t> findIn(ByteView bytes, std::uint64_t base);
    void tellDamage(std::uint64_t end, std::string_view goesOn);
    void tellTooLarge(std::uint64_t size);

    std::shared_ptr<const ByteSource> m_source;
    std::uint64_t m_largestBlock;
    RecordingMarker m_marker{};
    std::uint64_t m_position = kRecordingHeadBytes;
    std::uint32_t m_falseHeads = 0;  // whole heads with a damaged payload, met in the present search
    std::uint64_t m_damagedBytes = 0;
    std::vector<Diagnostic> m_diagnostics;
};

}  // namespace brokerscope
