#include "core/base/message_text.h"

#include "core/base/diagnostic.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

struct Row {
    MessageId id;
    std::string_view code;
    std::string_view text;
};

using enum MessageId;

constexpr std::array kRows{
    Row{TruncatedValue, "TRUNCATED_VALUE", "needs {0:bytes}, {1} left"},
    Row{VarintTooLong, "VARINT_TOO_LONG", "varint is longer than {0:bytes}"},
    Row{VarintTruncated, "VARINT_TRUNCATED", "the bytes end inside a varint"},
    Row{VarintOverlong, "VARINT_OVERLONG", "{0} is written in {1:bytes} where {2} would do (not canonical)"},
    Row{VarintExtraBits, "VARINT_EXTRA_BITS", "bits beyond the value are set in the last byte and ignored; value {0}"},
    Row{NullNotAllowed, "NULL_NOT_ALLOWED", "null is not allowed here"},
    Row{LengthNegative, "LENGTH_NEGATIVE", "length {0} is not allowed"},
    Row{LengthBeyondEnd, "LENGTH_BEYOND_END", "length {0} > {1:bytes} left"},
    Row{CountNegative, "COUNT_NEGATIVE", "array length {0} is not allowed"},
    Row{CountBeyondEnd, "COUNT_BEYOND_END", "array length {0} > {1:bytes} left"},
    Row{StringTooLong, "STRING_TOO_LONG", "string of {0:bytes}; Kafka refuses strings longer than 32767"},
    Row{InvalidUtf8, "INVALID_UTF8", "not valid UTF-8 from byte {0} of the value"},
    Row{BooleanUnusual, "BOOLEAN_UNUSUAL", "byte {0} is read as true, which is written as 1"},
    Row{NanUnusual, "NAN_UNUSUAL", "not a number, written as {0}"},
    Row{NullMarkerUnusual, "NULL_MARKER_UNUSUAL",
        "null marker is {0}; Kafka writes 1 for a structure that is present, and for null -1 (0 within a tag)"},
    Row{TagCountBeyondEnd, "TAG_COUNT_BEYOND_END", "tag count {0} > {1:bytes} left"},
    Row{TagSizeBeyondEnd, "TAG_SIZE_BEYOND_END", "tag size {0} > {1:bytes} left"},
    Row{TagsNotAscending, "TAGS_NOT_ASCENDING", "tags are not ascending: {0} follows {1}"},
    Row{TagRepeated, "TAG_REPEATED", "tag {0} is repeated (the last value is used)"},
    Row{TagBytesLeft, "TAG_BYTES_LEFT", "{1:bytes} of tag {0} not consumed"},
    Row{UnknownTag, "UNKNOWN_TAG", "unknown tag {0} of {1:bytes}, kept as it is"},
    Row{UnknownBody, "UNKNOWN_BODY", "the body of {0} version {1} is not known"},
    Row{BytesLeft, "BYTES_LEFT", "{0:bytes} not consumed by {1}"},
    Row{LimitExceeded, "LIMIT_EXCEEDED", "{1} is more than the limit \"{0}\" of {2} (raise it with --limit {0}=…)"},
    Row{FrameSizeNegative, "FRAME_SIZE_NEGATIVE", "size {0} is negative: not a Kafka frame"},
    Row{FrameSizeZero, "FRAME_SIZE_ZERO", "size 0: not a Kafka frame (legal only while raw SASL tokens flow)"},
    Row{FrameSizeTooSmall, "FRAME_SIZE_TOO_SMALL", "size {0} is less than a header: not a Kafka frame"},
    Row{FrameSizeTooLarge, "FRAME_SIZE_TOO_LARGE",
        "size {0} is more than the limit \"frame\" of {1} (raise it with --limit frame=…)"},
    Row{FrameSizeMismatch, "FRAME_SIZE_MISMATCH", "size prefix says {0:bytes}, {1} follow it"},
    Row{UnknownMessage, "UNKNOWN_MESSAGE", "no message is called \"{0}\"{1}"},
    Row{UnknownApiKey, "UNKNOWN_API_KEY", "no known API has key {0}"},
    Row{UnknownVersion, "UNKNOWN_VERSION", "{0} has no version {1}; known: {2}"},
    Row{NoVersions, "NO_VERSIONS", "{0} has no versions left"},
    Row{UnknownRelease, "UNKNOWN_RELEASE", "no definitions of release {0}"},
    Row{JsonSyntax, "JSON_SYNTAX", "not valid JSON at line {1}, column {2}: {0}"},
    Row{JsonWrongType, "JSON_WRONG_TYPE", "{0}: expected {1}, found {2}"},
    Row{UnknownField, "UNKNOWN_FIELD", "no field is called \"{0}\"{1}"},
    Row{ValueOutOfRange, "VALUE_OUT_OF_RANGE", "{0}: {1} is outside {2} to {3}"},
    Row{InvalidValue, "INVALID_VALUE", "{0}: \"{1}\" is not {2}"},
    Row{InvalidHex, "INVALID_HEX", "not a hexadecimal digit at position {0}: {1}"},
    Row{HexOddDigits, "HEX_ODD_DIGITS", "odd number of hexadecimal digits"},
    Row{FieldNotInVersion, "FIELD_NOT_IN_VERSION", "{0} does not exist in version {1} and may not be left out"},
    Row{FieldDropped, "FIELD_DROPPED", "{0} does not exist in version {1}; its value is left out"},
    Row{TagsNotInVersion, "TAGS_NOT_IN_VERSION", "version {0} is not flexible and has no tagged fields"},
    Row{SchemaInvalid, "SCHEMA_INVALID", "{0}: {1}: {2}"},
    Row{SchemaUnreadable, "SCHEMA_UNREADABLE", "cannot read definitions from {0}: {1}"},
    Row{OverlayInvalid, "OVERLAY_INVALID", "{0}: {1}: {2}"},
    Row{FileUnreadable, "FILE_UNREADABLE", "cannot read {0}: {1}"},
    Row{Cancelled, "CANCELLED", "cancelled"},
    Row{CorrelationUnexpected, "CORRELATION_UNEXPECTED",
        "expected correlation id {1}, got {0}: no request waits for it"},
    Row{CorrelationOutOfOrder, "CORRELATION_OUT_OF_ORDER",
        "out of order ({0} before {1}): a Java client would fail here"},
    Row{CorrelationDuplicate, "CORRELATION_DUPLICATE", "correlation id {0} is used by more than one waiting request"},
    Row{ApiVersionsFallback, "API_VERSIONS_FALLBACK", "fallback v0: the broker does not know ApiVersions v{0}, {1}"},
    Row{SaslToken, "SASL_TOKEN",
        "SASL token ({0}) of {1:bytes}, hidden; after SaslHandshake v0 tokens have a length and no header"},
    Row{SaslTokenAnswer, "SASL_TOKEN_ANSWER", "server token of {0:bytes}: {1}"},
    Row{SaslTokenUnanswered, "SASL_TOKEN_UNANSWERED", "the server sent no token back; a request follows"},
    Row{FetchSession, "FETCH_SESSION", "fetch session {0}: {1}"},
    Row{NotKafka, "NOT_KAFKA", "the peer does not speak Kafka: {0}"},
    Row{ConnectRefused, "CONNECT_FAILED", "cannot connect to {0}: {1}"},
    Row{HostUnknown, "HOST_UNKNOWN", "cannot find host {0}: {1}"},
    Row{TimedOut, "TIMED_OUT", "{0}: no answer within {1} ms"},
    Row{ConnectionClosed, "CONNECTION_CLOSED", "{0} closed the connection without an answer: {1}"},
    Row{NoBroker, "NO_BROKER", "no broker found for {0}"},
    Row{ReadOnlyRefused, "READ_ONLY", "{0} changes the cluster and is refused in read-only mode"},
    Row{BatchPartial, "BATCH_PARTIAL",
        "partial batch: {0} of {1:bytes} are here; a limit of at least {1:bytes} a partition brings it whole"},
    Row{BatchHeadPartial, "BATCH_HEAD_PARTIAL", "partial batch: {0:bytes}, too few to know its size"},
    Row{BatchLengthInvalid, "BATCH_LENGTH_INVALID", "length {0} is less than the least of {1}: no batch begins here"},
    Row{MagicUnknown, "MAGIC_UNKNOWN", "unsupported magic {0}: the bytes stay as they are"},
    Row{CrcMismatch, "CRC_MISMATCH", "stored {0}, computed {1} over bytes {2} to {3}"},
    Row{CrcOtherKind, "CRC_OTHER_KIND", "{0} is the {1} of these bytes, where {2} belongs"},
    Row{CompressionUnknown, "COMPRESSION_UNKNOWN", "unknown codec {0}: the bytes stay compressed"},
    Row{CompressionFailed, "COMPRESSION_FAILED", "{0} data cannot be decompressed: {1}; {2:bytes} gained before"},
    Row{CompressionTrailing, "COMPRESSION_TRAILING", "trailing garbage: {0:bytes} after the end of the {1} data"},
    Row{Lz4ChecksumLegacy, "LZ4_CHECKSUM_LEGACY",
        "legacy LZ4 header checksum {0} (hashed with the magic bytes, as old clients did; right would be {1})"},
    Row{Lz4ChecksumWrong, "LZ4_CHECKSUM_WRONG", "bad LZ4 header checksum {0}; right would be {1}"},
    Row{SnappyWordOrder, "SNAPPY_WORD_ORDER", "the version words of the xerial header are little-endian"},
    Row{RecordCountMismatch, "RECORD_COUNT_MISMATCH", "{0} records said, {1} found"},
    Row{OffsetBeyondBatch, "OFFSET_BEYOND_BATCH", "offset {0} is beyond the batch's last offset {1}"},
    Row{AttributeBitsUnknown, "ATTRIBUTE_BITS_UNKNOWN", "attribute bits {0} have no known meaning"},
    Row{ControlTypeUnknown, "CONTROL_TYPE_UNKNOWN", "control type {0} is not known: readers ignore it"},
    Row{ControlRecordInvalid, "CONTROL_RECORD_INVALID", "not a control record: {0}"},
    Row{InnerMagicDiffers, "INNER_MAGIC_DIFFERS", "magic {0} within a wrapper of magic {1}"},
    Row{NestedCompression, "NESTED_COMPRESSION", "a compressed message within a compressed message is not opened"},
    Row{SequenceGap, "SEQUENCE_GAP", "producer {0}: sequence {1} expected, {2} found"},
    Row{SequenceDuplicate, "SEQUENCE_DUPLICATE", "producer {0}: sequences {1} to {2} were there before"},
    Row{ProducerEpochOld, "PRODUCER_EPOCH_OLD", "producer {0}: epoch {1} after epoch {2}"},
    Row{SegmentNotKnown, "SEGMENT_NOT_KNOWN", "no batch or message was found in it: it begins with {0}"},
    Row{SegmentSkipped, "SEGMENT_SKIPPED", "{0:bytes} skipped ({1}); {2}"},
    Row{BatchIncomplete, "BATCH_INCOMPLETE", "incomplete batch: {0} of {1:bytes} are here"},
    Row{SpaceUnused, "SPACE_UNUSED", "unused preallocated space, {0:bytes}"},
    Row{FileNotKnown, "FILE_NOT_KNOWN",
        "neither its name nor its content is that of a file that is known: it begins with {0}"},
    Row{FileNameDiffers, "FILE_NAME_DIFFERS", "by its name it is {0}, by its content {1}"},
    Row{FileShrank, "FILE_SHRANK", "cut off while it was read: it had {0:bytes}, and has {1}"},
    Row{FileTextInvalid, "FILE_TEXT_INVALID", "line {0}, column {1}: {2}"},
    Row{FileCountDiffers, "FILE_COUNT_DIFFERS", "{0} entries said, {1} found"},
    Row{EntryPartial, "ENTRY_PARTIAL", "the file ends inside an entry: {0} of {1:bytes} are here"},
    Row{EntryOrder, "ENTRY_ORDER", "{0} {1} follows {2}: not ascending"},
    Row{EntryInvalid, "ENTRY_INVALID", "{0} {1}: {2}"},
    Row{SnapshotIncomplete, "SNAPSHOT_INCOMPLETE", "not a whole snapshot: {0}"},
    Row{LogPositionInvalid, "LOG_POSITION_INVALID", "no batch of the log begins at byte {0}: {1}"},
    Row{LogEndExceeded, "LOG_END_EXCEEDED", "{0} is beyond the end of the log ({1})"},
    Row{LogOffsetDiffers, "LOG_OFFSET_DIFFERS", "offset {0}, but {1}"},
    Row{LogTimestampDiffers, "LOG_TIMESTAMP_DIFFERS", "timestamp {0}, but {1}"},
    Row{LogMarkerMissing, "LOG_MARKER_MISSING", "no ABORT marker of producer {0} at offset {1}: {2}"},
    Row{LogNotChecked, "LOG_NOT_CHECKED", "not checked against the log: {0}"},
    Row{FilterExpected, "FILTER_EXPECTED", "expected {0}, found {1}"},
    Row{FilterOperator, "FILTER_OPERATOR", "{1} cannot be compared with {0}; it takes {2}"},
    Row{CaptureNotKnown, "CAPTURE_NOT_KNOWN", "neither pcap nor pcapng: it begins with {0}"},
    Row{CaptureUnreadable, "CAPTURE_UNREADABLE", "the capture cannot be read from byte {0} on: {1}"},
    Row{CaptureTruncated, "CAPTURE_TRUNCATED", "the capture ends inside a packet: {0:bytes} left over"},
    Row{PacketUnreadable, "PACKET_UNREADABLE", "{0} cannot be read: {1}"},
    Row{StreamGap, "STREAM_GAP", "{0:bytes} not captured ({1})"},
    Row{StreamSkipped, "STREAM_SKIPPED", "{0:bytes} skipped {1}: no frame is known to begin there"},
    Row{StreamConflict, "STREAM_CONFLICT", "{0:bytes} came twice with other contents; the first ones are used"},
    Row{StreamNotRead, "STREAM_NOT_READ", "{0}: not decoded{1}"},
    Row{RequestNotCaptured, "REQUEST_NOT_CAPTURED", "request not captured: what this answers is not known"},
    Row{RequestIncomplete, "REQUEST_INCOMPLETE",
        "request incomplete: {0} of {1:bytes} are here, the rest was not captured ({2})"},
    Row{AnswerNotCaptured, "ANSWER_NOT_CAPTURED", "answer not captured: {0}"},
    Row{AnswerIncomplete, "ANSWER_INCOMPLETE",
        "answer incomplete: {0} of {1:bytes} are here, the rest was not captured ({2})"},
    Row{NestedUnknown, "NESTED_UNKNOWN", "which structure these bytes hold is not known: {0}"},
    Row{NewerVersion, "NEWER_VERSION", "{0} version {1} is newer than any that is known; read as version {2}"},
    Row{RecordTypeUnknown, "RECORD_TYPE_UNKNOWN", "unknown record type {1} of {0}: key and value stay as they are"},
    Row{RecordTypeNotDefined, "RECORD_TYPE_NOT_DEFINED",
        "record type {1} of {0} is {2} ({3}), which has no definition here: key and value stay as they are"},
    Row{RecordFrameUnknown, "RECORD_FRAME_UNKNOWN", "unknown frame version {0}: the value stays as it is"},
    Row{Other, "OTHER", "{0}"},
};

static_assert(kRows.size() == static_cast<std::size_t>(MessageId::Count));

const Row& row(MessageId id) {
    return kRows[static_cast<std::size_t>(id)];
}

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (kRows[i].id != static_cast<MessageId>(i)) {
            return false;
        }
    }
    return true;
}
static_assert(inOrder());

MessageTranslator g_translator = nullptr;

// Writes the argument of the place that `pattern` begins with; gives the place's length, 0 where there is none.
std::size_t putPlace(std::string_view pattern, const std::vector<std::string>& arguments, std::string& text) {
    const std::size_t end = pattern.find('}');
    if (pattern.front() != '{' || end == std::string_view::npos || end < 2 || pattern[1] < '0' || pattern[1] > '9' ||
        (end > 2 && pattern[2] != ':')) {
        return 0;
    }
    const auto index = static_cast<std::size_t>(pattern[1] - '0');
    const std::string_view argument =
        index < arguments.size() ? std::string_view(arguments[index]) : std::string_view();
    text += argument;
    if (end > 2) {
        std::string_view noun = pattern.substr(3, end - 3);
        if (argument == "1" && noun.ends_with('s')) {
            noun.remove_suffix(1);
        }
        text += ' ';
        text += noun;
    }
    return end + 1;
}

}  // namespace

std::string_view messageCode(MessageId id) {
    return row(id).code;
}

std::string_view messageTemplate(MessageId id) {
    return row(id).text;
}

void installMessageTranslator(MessageTranslator translator) {
    g_translator = translator;
}

std::string messageText(MessageId id, const std::vector<std::string>& arguments) {
    const std::string pattern =
        g_translator != nullptr ? g_translator(id, messageTemplate(id)) : std::string(messageTemplate(id));
    std::string text;
    text.reserve(pattern.size() + 32);
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t taken = putPlace(std::string_view(pattern).substr(i), arguments, text);
        if (taken == 0) {
            text += pattern[i];
        }
        i += std::max<std::size_t>(taken, 1);
    }
    return text;
}

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            break;
    }
    return "error";
}

}  // namespace brokerscope
