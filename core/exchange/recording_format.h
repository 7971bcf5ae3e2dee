#pragma once

#include "core/base/bytes.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// The one file format for exchanges that are kept: a recording of a run, a history, a group watch. All of them are made
// of exchanges; what was concluded from the bytes is not kept but made again when they are read. Numbers are
// big-endian, checksums CRC-32C.
//
//   recording = fileHead block*
//   fileHead  = magic:8 format:uint16 zero:uint16 marker:8 crc:uint32       crc: of the 20 bytes before it
//   block     = marker:8 kind:uint16 version:uint16 length:uint32 headCrc:uint32 payload:length payloadCrc:uint32
//               headCrc: of the 16 bytes before it; payloadCrc: of the payload
//
// The marker is random for each file, so that a recording within the bytes of a recorded exchange is not taken for
// blocks. Blocks are only ever added. A run begins with RunHead and, unless it was cut off, ends with RunEnd; a file
// may hold several runs, one after another. A reader steps over kinds and versions that it does not know, and says so.
// The magic begins with a byte that is no text and holds a line end of each kind, so that a file that was sent as text
// is told.
inline constexpr std::array<std::uint8_t, 8> kRecordingMagic{0xb5, 'B', 'S', 'R', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kRecordingFormat = 1;
inline constexpr std::size_t kRecordingHeadBytes = 24;
inline constexpr std::size_t kBlockHeadBytes = 20;
inline constexpr std::size_t kBlockCrcBytes = 4;
// Greatest payload that is written or read.
inline constexpr std::uint64_t kLargestBlock = 1'073'741'824;

using RecordingMarker = std::array<std::uint8_t, 8>;

// Numbers of the file; those that are not listed may come from a later program.
enum class RecordingKind : std::uint16_t { RunHead = 1, Exchange = 2, Lost = 3, RunEnd = 4 };

// One block as it stands in the file.
struct RecordingBlock {
    std::uint64_t offset = 0;  // of its marker, in the file
    std::uint64_t size = 0;    // in the file, from its marker to its checksum
    RecordingKind kind = RecordingKind::RunHead;
    std::uint16_t version = 0;
    ByteBuffer payload;
};

// What was true of a run when it began. RunHead version 1:
//   programVersion:text wallMs:int64 clusterId:optionalText bootstrap:text* release:text flags:uint8
//   text = length:uint32 bytes, UTF-8; optionalText = present:uint8 text?; x* = count:uint32 x…
//   flags: 1 preview, 2 secrets are kept
struct RecordingRun {
    std::string programVersion;
    std::int64_t wallMs = 0;               // when it began, ms since 1970
    std::optional<std::string> clusterId;  // nothing: not known then; the recorded Metadata answers tell it
    std::vector<std::string> bootstrap;    // as given, "host:port"
    SchemaChoice schemas;
    bool keepsSecrets = false;  // else their bytes are '*', as many as there were

    bool operator==(const RecordingRun& other) const {
        return programVersion == other.programVersion && wallMs == other.wallMs && clusterId == other.clusterId &&
               bootstrap == other.bootstrap && schemas.release == other.schemas.release &&
               schemas.preview == other.schemas.preview && keepsSecrets == other.keepsSecrets;
    }
};

// Exchange version 1, the facts that an index needs first:
//   wallMs:int64 connection:uint32 apiKey:int16 apiVersion:int16 flags:uint16
//   id:uint64 correlationId:int32 token:uint64 brokerId:int32 brokerPort:uint16 brokerHost:text
//   queuedNs sentNs writtenNs firstByteNs lastByteNs connectNs:int64 unread:uint64 saslMechanism:text
//   failure? note* request? response?
//   failure = message cause?      cause = reason:text sentence:text logLine:text
//   note    = severity:uint8 message
//   message = code:text argument:text* offset:uint64 length:uint64 path:text text:text
//   request, response = length:uint32 bytes
// `text` of a message is its English sentence, for programs that do not know the code. Left out because they are made
// again: error codes, throttle time, remarks of the decode, fetch session, topic names, and the notes that tell of
// these. flags: 1 apiKey, 2 apiVersion, 4 correlationId, 8 SASL mechanism, 16 failure, 32 its cause, 64 its place, 128
// request, 256 response, 512 internal, 1024 no response by design, 2048 and 4096 secrets of request and response are
// masked
struct RecordedExchange {
    Exchange exchange;  // `id` and `connection` as in the run that it is from
    bool isRequestMasked = false;
    bool isResponseMasked = false;
};

// Exchanges that the run had and the file has not, at the place of this block. Lost version 1: count:uint64 why:text
struct RecordingLoss {
    std::uint64_t count = 0;
    std::string why;
};

// RunEnd version 1: written:uint64 lost:uint64
struct RecordingEnd {
    std::uint64_t written = 0;
    std::uint64_t lost = 0;
};

// Whether a file that begins with these bytes is a recording; 8 bytes are enough.
bool isRecording(ByteView firstBytes);

// A whole block, ready to be written. `payload` at most kLargestBlock.
ByteBuffer makeBlock(const RecordingMarker& marker, RecordingKind kind, std::uint16_t version, ByteView payload);
// The head of a new file.
ByteBuffer makeRecordingHead(const RecordingMarker& marker);

}  // namespace brokerscope
