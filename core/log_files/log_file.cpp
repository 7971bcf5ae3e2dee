#include "core/log_files/log_file.h"

#include "core/base/utf8.h"
#include "core/log_files/checkpoint_reader.h"
#include "core/log_files/fixed_entry_reader.h"
#include "core/log_files/properties_text.h"
#include "core/log_files/state_json.h"
#include "core/records/batch_crc.h"
#include "core/records/batch_header.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kLooked = 4096;
constexpr std::size_t kLongestCharacter = 4;

// UTF-8 without control characters but those of lines; the last character may be cut off.
bool isText(ByteView bytes) {
    const auto invalid = firstInvalidUtf8(bytes);
    const bool isPrintable = std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) {
        return byte >= ' ' || byte == '\n' || byte == '\r' || byte == '\t' || byte == '\f';
    });
    return !bytes.empty() && isPrintable && (!invalid || *invalid + kLongestCharacter > bytes.size());
}

bool isRecordSet(const ByteSource& source, ByteView first, const Limits& limits) {
    BatchEntry entry;
    if (!BatchIterator(first).next(entry) || entry.wholeSize == 0 || entry.wholeSize > limits.frame ||
        entry.magic < 0 || entry.magic > 2) {
        return false;
    }
    const auto whole = source.bytes(0, entry.wholeSize);
    BatchEntry read;
    if (!whole || !BatchIterator(*whole).next(read)) {
        return false;
    }
    const auto crc = checkCrc(read);
    return crc && crc->isGood();
}

bool isProducerSnapshot(ByteView first, std::uint64_t size) {
    const EntryFormat& format = *EntryFormat::of(LogFileKind::ProducerSnapshot);
    if (first.size() < format.headSize || readInteger(FieldType::Int16, first.data()) != kProducerSnapshotVersion) {
        return false;
    }
    const std::int64_t count = readInteger(FieldType::Int32, first.data() + format.headSize - 4);
    return count >= 0 && size == format.headSize + static_cast<std::uint64_t>(count) * format.entrySize;
}

LogFileKind textKind(std::string_view text) {
    if (text.starts_with('{')) {
        return text.find("\"data_version\"") != std::string_view::npos  ? LogFileKind::QuorumState
               : text.find("\"brokerEpoch\"") != std::string_view::npos ? LogFileKind::CleanShutdown
                                                                        : LogFileKind::Unknown;
    }
    const bool hasVersion = text.find("version") != std::string_view::npos;
    if (hasVersion && text.find("topic_id") != std::string_view::npos) {
        return LogFileKind::PartitionMetadata;
    }
    const bool hasCluster = text.find("cluster.id") != std::string_view::npos;
    return hasVersion && hasCluster ? LogFileKind::MetaProperties : LogFileKind::Unknown;
}

bool isTextKind(LogFileKind kind) {
    return kind >= LogFileKind::LeaderEpochCheckpoint && kind <= LogFileKind::CleanShutdown;
}

// As pcap (seconds and fractions in either byte order) and pcapng files begin. A log that did would begin with an
// offset that no broker comes to.
bool isPacketCapture(ByteView first) {
    constexpr std::array<std::uint32_t, 5> kMarks{0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0x0a0d0d0a};
    const auto mark = first.size() < 4 ? 0U : static_cast<std::uint32_t>(readInteger(FieldType::UInt32, first.data()));
    return std::find(kMarks.begin(), kMarks.end(), mark) != kMarks.end();
}

// What the content surely is; Unknown where it says nothing. A checkpoint without lines fits either kind of it, and a
// record set a log and a metadata snapshot.
LogFileKind kindByContent(LogFileKind byName, const ByteSource& source, ByteView first, const Limits& limits) {
    if (isRecordSet(source, first, limits)) {
        return byName == LogFileKind::MetadataSnapshot ? byName : LogFileKind::Log;
    }
    if (isProducerSnapshot(first, source.size().value_or(0))) {
        return LogFileKind::ProducerSnapshot;
    }
    if (!isText(first)) {
        return LogFileKind::Unknown;
    }
    const CheckpointGuess guess = guessCheckpoint(asText(first));
    const bool isNamedSo = byName == LogFileKind::LeaderEpochCheckpoint || byName == LogFileKind::OffsetCheckpoint;
    if (guess.isCheckpoint) {
        return guess.kind != LogFileKind::Unknown || !isNamedSo ? guess.kind : byName;
    }
    return textKind(asText(first));
}

}  // namespace

Result<RecognizedFile> recognizeFile(std::string_view name, const ByteSource& source, const Limits& limits) {
    RecognizedFile file;
    file.name = readLogFileName(name);
    const auto first = source.bytes(0, kLooked);
    if (!first) {
        return tl::unexpected<Error>(first.error());
    }
    file.first =
        ByteBuffer(first->begin(),
                   first->begin() + static_cast<std::ptrdiff_t>(std::min(first->size(), RecognizedFile::kFirstShown)));
    const LogFileKind byContent = kindByContent(file.name.kind, source, *first, limits);
    file.kind = byContent == LogFileKind::Unknown ? file.name.kind : byContent;
    if (byContent == LogFileKind::Unknown && isPacketCapture(*first)) {
        file.kind = LogFileKind::Unknown;
        file.isCapture = true;
        return file;
    }
    // Text can be no segment and no index, whatever its name.
    const bool isForeignText = byContent == LogFileKind::Unknown && file.name.kind != LogFileKind::Lock &&
                               isText(*first) && first->size() >= RecognizedFile::kFirstShown &&
                               !isTextKind(file.name.kind);
    if (isForeignText) {
        file.kind = LogFileKind::Unknown;
    }
    if (file.kind != LogFileKind::Unknown && file.kind != file.name.kind) {
        file.remark =
            Diagnostic{file.name.kind == LogFileKind::Unknown ? Severity::Note : Severity::Warning,
                       MessageId::FileNameDiffers,
                       {std::string(logFileKindPhrase(file.name.kind)), std::string(logFileKindPhrase(file.kind))},
                       {},
                       {}};
    }
    return file;
}

std::optional<Diagnostic> firstOffsetRemark(const LogFileName& name, std::int64_t firstOffset) {
    if (!name.offset || firstOffset >= *name.offset) {
        return std::nullopt;
    }
    return Diagnostic{Severity::Warning,
                      MessageId::EntryInvalid,
                      {"baseOffset", std::to_string(firstOffset),
                       fmt::format("the file's name says that it begins at {}", *name.offset)},
                      {BufferId::Main, 0, 8},
                      "baseOffset"};
}

Result<std::unique_ptr<EntryReader>> openEntryReader(LogFileKind kind, const LogFileName& name,
                                                     const ByteSource& source, const Limits& limits) {
    if (EntryFormat::of(kind) != nullptr) {
        return std::make_unique<FixedEntryReader>(kind, name, source, limits);
    }
    if (!isTextKind(kind)) {
        return std::unique_ptr<EntryReader>();
    }
    const auto size = source.size();
    if (size && *size > limits.frame) {
        return failure(MessageId::LimitExceeded, {"frame", std::to_string(*size), std::to_string(limits.frame)});
    }
    auto bytes = source.bytes(0, limits.frame);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    const std::string_view text = asText(*bytes);
    switch (kind) {
        case LogFileKind::LeaderEpochCheckpoint:
        case LogFileKind::OffsetCheckpoint:
            return std::make_unique<CheckpointReader>(kind, std::move(*bytes), limits);
        case LogFileKind::PartitionMetadata:
        case LogFileKind::MetaProperties:
            return readPropertiesText(kind, text, limits);
        default:
            return readStateJson(kind, text, limits);
    }
}

}  // namespace brokerscope
