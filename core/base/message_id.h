#pragma once

#include <cstdint>

namespace brokerscope {

// Every sentence that the offline half can say about a failure or about data, with its arguments.
enum class MessageId : std::uint16_t {
    // Reading bytes.
    TruncatedValue,  // {0} needed bytes, {1} left
    VarintTooLong,   // {0} greatest number of bytes
    VarintTruncated,
    VarintOverlong,   // {0} value, {1} bytes used, {2} bytes needed
    VarintExtraBits,  // {0} value kept
    NullNotAllowed,
    LengthNegative,     // {0} length
    LengthBeyondEnd,    // {0} length, {1} bytes left
    CountNegative,      // {0} count
    CountBeyondEnd,     // {0} count, {1} bytes left
    StringTooLong,      // {0} length
    InvalidUtf8,        // {0} position of the first bad byte within the value
    BooleanUnusual,     // {0} byte
    NanUnusual,         // {0} bits
    NullMarkerUnusual,  // {0} marker
    TagCountBeyondEnd,  // {0} count, {1} bytes left
    TagSizeBeyondEnd,   // {0} size, {1} bytes left
    TagsNotAscending,   // {0} tag, {1} the one before
    TagRepeated,        // {0} tag
    TagBytesLeft,       // {0} tag, {1} bytes left
    UnknownTag,         // {0} tag, {1} size
    UnknownBody,        // {0} message, {1} version
    BytesLeft,          // {0} bytes, {1} what did not consume them
    LimitExceeded,      // {0} limit's name, {1} value, {2} limit
    // Frames.
    FrameSizeNegative,  // {0} size
    FrameSizeZero,
    FrameSizeTooSmall,  // {0} size
    FrameSizeTooLarge,  // {0} size, {1} limit
    FrameSizeMismatch,  // {0} size prefix, {1} bytes that follow it
    // Versions and names.
    UnknownMessage,  // {0} name, {1} nearest name or empty
    UnknownApiKey,   // {0} key
    UnknownVersion,  // {0} message, {1} version, {2} known versions
    NoVersions,      // {0} message
    UnknownRelease,  // {0} release
    // Text input.
    JsonSyntax,       // {0} reason, {1} line, {2} column
    JsonWrongType,    // {0} field, {1} expected, {2} found
    UnknownField,     // {0} field, {1} nearest name or empty
    ValueOutOfRange,  // {0} field, {1} value, {2} least, {3} greatest
    InvalidValue,     // {0} field, {1} value, {2} expected
    InvalidHex,       // {0} position, {1} character
    HexOddDigits,
    // Drafts.
    FieldNotInVersion,  // {0} field, {1} version: refused, since it is not ignorable
    FieldDropped,       // {0} field, {1} version: left out, since it is ignorable
    TagsNotInVersion,   // {0} version
    // Schema files.
    SchemaInvalid,     // {0} file, {1} field, {2} reason
    SchemaUnreadable,  // {0} path, {1} reason
    OverlayInvalid,    // {0} file, {1} rule, {2} reason
    // Files and work.
    FileUnreadable,  // {0} path, {1} reason
    Cancelled,
    // Exchanges and connections.
    CorrelationUnexpected,  // {0} id, {1} oldest id waiting or "none"
    CorrelationOutOfOrder,  // {0} id, {1} oldest id waiting
    CorrelationDuplicate,   // {0} id
    ApiVersionsFallback,    // {0} version asked, {1} what the answer says of those that the broker knows
    SaslToken,              // {0} mechanism, {1} bytes of the client's token
    SaslTokenAnswer,        // {0} bytes of the server's token, {1} what it means
    SaslTokenUnanswered,
    FetchSession,      // {0} session id, {1} what is known of it
    NotKafka,          // {0} what it looks like
    ConnectRefused,    // {0} address, {1} reason
    HostUnknown,       // {0} host, {1} reason
    TimedOut,          // {0} what, {1} ms
    ConnectionClosed,  // {0} address, {1} cause
    NoBroker,          // {0} target
    ReadOnlyRefused,   // {0} api
    // Records.
    BatchPartial,         // {0} bytes there, {1} bytes of the whole
    BatchHeadPartial,     // {0} bytes there
    BatchLengthInvalid,   // {0} length, {1} least
    MagicUnknown,         // {0} magic
    CrcMismatch,          // {0} stored, {1} computed, {2} first byte covered, {3} end
    CrcOtherKind,         // {0} stored, {1} what it is, {2} what belongs here
    CompressionUnknown,   // {0} codec
    CompressionFailed,    // {0} codec, {1} reason, {2} bytes gained before it
    CompressionTrailing,  // {0} bytes, {1} codec
    Lz4ChecksumLegacy,    // {0} found, {1} right
    Lz4ChecksumWrong,     // {0} found, {1} right
    SnappyWordOrder,
    RecordCountMismatch,   // {0} said, {1} found
    OffsetBeyondBatch,     // {0} offset, {1} last offset
    AttributeBitsUnknown,  // {0} bits
    ControlTypeUnknown,    // {0} type
    ControlRecordInvalid,  // {0} reason
    InnerMagicDiffers,     // {0} inner, {1} wrapper
    NestedCompression,
    SequenceGap,        // {0} producer, {1} expected, {2} found
    SequenceDuplicate,  // {0} producer, {1} first, {2} last
    ProducerEpochOld,   // {0} producer, {1} epoch, {2} newer one
    // Files of a broker.
    SegmentNotKnown,      // {0} first bytes
    SegmentSkipped,       // {0} bytes, {1} what stands there, {2} where reading goes on
    BatchIncomplete,      // {0} bytes there, {1} bytes of the whole
    SpaceUnused,          // {0} bytes
    FileNotKnown,         // {0} first bytes
    FileNameDiffers,      // {0} what the name says, {1} what the content is
    FileShrank,           // {0} bytes that were read or expected, {1} size now
    FileTextInvalid,      // {0} line, {1} column, {2} reason
    FileCountDiffers,     // {0} said, {1} found
    EntryPartial,         // {0} bytes there, {1} bytes of the whole
    EntryOrder,           // {0} field, {1} value, {2} that of the entry before
    EntryInvalid,         // {0} field, {1} value, {2} reason
    SnapshotIncomplete,   // {0} what is missing
    LogPositionInvalid,   // {0} position, {1} what stands there
    LogEndExceeded,       // {0} what is beyond it, {1} end of the log
    LogOffsetDiffers,     // {0} offset, {1} what the log has
    LogTimestampDiffers,  // {0} timestamp, {1} what the log has
    LogMarkerMissing,     // {0} producer, {1} offset, {2} what stands there
    LogNotChecked,        // {0} reason
    // Filters.
    FilterExpected,  // {0} what may stand there, {1} what does
    FilterOperator,  // {0} operator, {1} name, {2} operators that the name takes
    // Captures.
    CaptureNotKnown,    // {0} first bytes
    CaptureUnreadable,  // {0} byte position in the file, {1} reason
    CaptureTruncated,   // {0} bytes left over
    PacketUnreadable,   // {0} layer, {1} reason
    StreamGap,          // {0} bytes, {1} why
    StreamSkipped,      // {0} bytes that no frame begins in, {1} where they stand
    StreamConflict,     // {0} bytes that came twice and differ
    StreamNotRead,      // {0} what it is, {1} what is known beside
    RequestNotCaptured,
    RequestIncomplete,  // {0} bytes there, {1} bytes of the whole, {2} why
    AnswerNotCaptured,  // {0} why
    AnswerIncomplete,   // {0} bytes there, {1} bytes of the whole, {2} why
    // Structures within bytes, records of internal topics.
    NestedUnknown,         // {0} what is known
    NewerVersion,          // {0} structure, {1} version, {2} version that it is read as
    RecordTypeUnknown,     // {0} topic, {1} record type
    RecordTypeNotDefined,  // {0} topic, {1} record type, {2} name, {3} "retired" or "reserved"
    RecordFrameUnknown,    // {0} frame version
    Other,                 // {0} sentence
    Count
};

}  // namespace brokerscope
