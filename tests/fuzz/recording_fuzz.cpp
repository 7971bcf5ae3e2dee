#include "core/capture/pcapng_export.h"
#include "core/exchange/history_content.h"
#include "core/exchange/recording_reader.h"

#include <algorithm>
#include <cstdlib>
#include <set>

// A recording: with an even first byte the file as it is; with an odd one the payloads of whole blocks, each behind its
// kind, its version and two bytes of length, so that what is behind checksums is reached. Every byte is a block's or
// told, what can be read is written and read again the same, and where
// nothing is damaged a list knows the same exchanges. A history keeps every second of them in a smaller copy, which
// lists those. The packets that are made of them are read back, frame by frame.
namespace {

using namespace brokerscope;

constexpr RecordingMarker kFuzzMarker{'f', 'u', 'z', 'z', 'm', 'a', 'r', 'k'};

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

ByteBuffer fileOf(ByteView pieces) {
    ByteBuffer file = makeRecordingHead(kFuzzMarker);
    while (pieces.size() >= 4) {
        const std::size_t said = static_cast<std::size_t>(pieces[2] << 8 | pieces[3]);
        const auto kind = static_cast<RecordingKind>(pieces[0]);
        const std::uint16_t version = pieces[1];
        pieces = pieces.subspan(4);
        const ByteView payload = pieces.first(std::min(said, pieces.size()));
        const ByteBuffer block = makeBlock(kFuzzMarker, kind, version, payload);
        file.insert(file.end(), block.begin(), block.end());
        pieces = pieces.subspan(payload.size());
    }
    return file;
}

void readBlocks(const std::shared_ptr<const ByteSource>& source, std::uint64_t size) {
    auto blocks = RecordingBlocks::open(source);
    if (!blocks) {
        return;
    }
    std::uint64_t inBlocks = 0;
    while (const auto block = blocks->next()) {
        inBlocks += block->size;
        check(blocks->at(block->offset)->payload == block->payload);
    }
    blocks->finish();
    check(blocks->position() == size);
    std::uint64_t told = 0;
    bool isHeadTold = false;
    for (const Diagnostic& remark : blocks->takeDiagnostics()) {
        told += remark.span.length;
        isHeadTold = isHeadTold || remark.span.offset == 0;
    }
    check(inBlocks + told + (isHeadTold ? 0 : kRecordingHeadBytes) == size);
}

void readExchanges(const std::shared_ptr<const ByteSource>& source) {
    auto reader = RecordingReader::open(SchemaRegistry::embedded(), source);
    if (!reader) {
        return;
    }
    std::uint64_t count = 0;
    std::uint64_t listed = 0;
    while (const auto recorded = reader->next()) {
        ++count;
        const ByteBuffer written = exchangePayload(*recorded);
        const auto again = readExchange(written);
        check(again && exchangePayload(*again) == written);
    }
    reader->finish();
    const auto entries = listRecording(source);
    check(entries.has_value());
    for (const RecordingEntry& entry : *entries) {
        listed += reader->at(entry) ? 1 : 0;
    }
    check(reader->statistics().damagedBytes > 0 || listed == count);
}

std::vector<HistoryEntry> historyOf(const std::shared_ptr<const ByteSource>& source) {
    const auto content = readHistory(SchemaRegistry::embedded(), source, {});
    return content ? content->entries : std::vector<HistoryEntry>();
}

void copyHalf(const std::shared_ptr<const ByteSource>& source) {
    const std::vector<HistoryEntry> entries = historyOf(source);
    std::set<std::uint64_t> kept;
    for (std::size_t i = 0; i < entries.size(); i += 2) {
        kept.insert(entries[i].place.offset);
    }
    ByteBuffer copy = makeRecordingHead(kFuzzMarker);
    const auto copied = copyHistory(
        source, [&kept](std::uint64_t offset) { return kept.contains(offset); },
        [&copy](const RecordingBlock& block) {
            const ByteBuffer bytes = makeBlock(kFuzzMarker, block.kind, block.version, block.payload);
            copy.insert(copy.end(), bytes.begin(), bytes.end());
            return Result<void>();
        });
    if (copied) {
        check(historyOf(std::make_shared<const MemoryByteSource>(std::move(copy))).size() == kept.size());
    }
}

void exportPackets(const std::shared_ptr<const ByteSource>& source) {
    const auto selection = RecordingSelection::read(SchemaRegistry::embedded(), source, {});
    if (!selection) {
        return;
    }
    ByteBuffer packets;
    const auto exported = exportPcapng(*selection, [&packets](ByteView bytes) {
        packets.insert(packets.end(), bytes.begin(), bytes.end());
        return Result<void>();
    });
    check(exported.has_value());
    auto capture =
        openExchangeSource(SchemaRegistry::embedded(), std::make_shared<const MemoryByteSource>(std::move(packets)));
    check(capture.has_value());
    while ((*capture)->readMore()) {
        (*capture)->take();
    }
    (*capture)->finish();
    check(!(*capture)->error());
    check((*capture)->statistics().packets == exported->packets);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const ByteView rest(data + 1, size - 1);
    ByteBuffer file = data[0] % 2 != 0 ? fileOf(rest) : ByteBuffer(rest.begin(), rest.end());
    const std::uint64_t bytes = file.size();
    const auto source = std::make_shared<const MemoryByteSource>(std::move(file));
    readBlocks(source, bytes);
    readExchanges(source);
    copyHalf(source);
    exportPackets(source);
    auto opened = openExchangeSource(SchemaRegistry::embedded(), source);
    while (opened && (*opened)->readMore()) {
        (*opened)->take();
    }
    if (opened) {
        (*opened)->finish();
    }
    return 0;
}
