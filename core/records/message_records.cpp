#include "core/records/message_records.h"

#include "core/codec/walk.h"
#include "core/records/batch_crc.h"
#include "core/records/batch_header.h"
#include "core/records/message_header.h"
#include "core/records/record_formats.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

// Positions of a message's fields in its definition.
struct MessageField {
    enum : std::size_t { Offset, MessageSize, Crc, Magic, Attributes, Timestamp, Key, Value };
};

constexpr int kLogAppendTime = 0x08;
constexpr ByteSpan kAttributes{BufferId::Main, kMessageMagicAt + 1, 1};

constexpr std::size_t kSetLengthAt = 8;  // of an entry

// Bytes of a wrapper's set that are looked at for its last offset without decompressing them twice.
constexpr std::size_t kHeldAhead = 1048576;

// Moves the window on so that it holds the entry behind its first `read` bytes, as far as there is one. False: nothing
// is there any more.
bool reachEntry(RecordWindow& window, std::size_t& read) {
    const auto wanted = [&]() -> std::uint64_t {
        const ByteView rest = window.bytes().subspan(read);
        if (rest.size() < BatchHeader::kLengthEnd) {
            return BatchHeader::kLengthEnd;
        }
        const std::int64_t length = readInteger(FieldType::Int32, rest.data() + kSetLengthAt);
        // The magic tells whether a length is one.
        return BatchHeader::kLengthEnd + static_cast<std::uint64_t>(std::max<std::int64_t>(
                                             length, kMessageMagicAt + 1 - BatchHeader::kLengthEnd));
    };
    while (window.isPart() && window.bytes().size() - read < wanted()) {
        const bool isMore = window.moveOn(std::exchange(read, 0));
        if (!isMore) {
            break;
        }
    }
    return read < window.bytes().size();
}

}  // namespace

void MessageRecords::begin(const BatchEntry& message) {
    m_outer.clear();
    m_inner.clear();
    m_isDone = false;
    m_isCompressed = false;
    readMessage(message, m_message, m_outer);
    m_message.position = 0;
    const int codec = m_message.attributes & kCompressionMask;
    if (codec == 0) {
        return;
    }
    if (!compressionOf(codec)) {
        m_outer.push_back(
            {Severity::Warning, MessageId::CompressionUnknown, {std::to_string(codec)}, kAttributes, "attributes"});
    } else {
        openWrapper(message);
    }
}

void MessageRecords::readMessage(const BatchEntry& message, RecordView& record, std::vector<Diagnostic>& remarks) {
    m_sink.begin(message.bytes);
    Walk<RecordSink> walk(ByteReader(message.bytes), m_sink, m_limits, {});
    walk.readStruct(*RecordFormats::embedded().message(message.magic)->root, nullptr, 0, 0);
    record = RecordView();
    record.magic = message.magic;
    record.offset = m_sink.numbers[MessageField::Offset];
    record.attributes = static_cast<std::int8_t>(m_sink.numbers[MessageField::Attributes]);
    record.timestamp = message.magic == 0 ? -1 : m_sink.numbers[MessageField::Timestamp];
    record.timestampType =
        (record.attributes & kLogAppendTime) != 0 ? TimestampType::LogAppendTime : TimestampType::CreateTime;
    record.key = m_sink.blobs[MessageField::Key];
    record.value = m_sink.blobs[MessageField::Value];
    record.position = message.position;
    record.size = message.bytes.size();
    record.isBroken = m_sink.hasErrors;
    record.isTimestampMissing = message.magic > 0 && !m_sink.hasReached(MessageField::Timestamp);
    for (Diagnostic& remark : m_sink.remarks) {
        remark.span.offset += message.position;
        remarks.push_back(std::move(remark));
    }
    m_sink.remarks.clear();
}

void MessageRecords::openWrapper(const BatchEntry& message) {
    m_isCompressed = true;
    m_decompressor.begin(*compressionOf(m_message.attributes), m_message.value.bytes, message.magic);
    m_valueAt = m_message.value.bytes.empty()
                    ? message.bytes.size()
                    : static_cast<std::size_t>(m_message.value.bytes.data() - message.bytes.data());
    m_read = 0;
    m_window.begin(m_decompressor);
    m_offsetShift = message.magic == 0 ? 0
                                       : static_cast<std::int64_t>(static_cast<std::uint64_t>(m_message.offset) -
                                                                   static_cast<std::uint64_t>(lastInnerOffset()));
}

std::int64_t MessageRecords::lastInnerOffset() {
    bool isMore = true;
    while (isMore && m_window.bytes().size() < kHeldAhead) {
        isMore = m_window.moveOn(0);
    }
    RecordWindow ahead;
    if (isMore) {
        m_ahead.beginAs(m_decompressor);
        ahead.begin(m_ahead);
    } else {
        ahead.begin(m_window.bytes());
    }
    std::int64_t last = 0;
    std::size_t read = 0;
    for (BatchEntry entry; reachEntry(ahead, read) && BatchIterator(ahead.bytes(), read).next(entry);) {
        last = entry.kind == EntryKind::Message ? entry.offset : last;
        // What is no entry has no end: it is the rest.
        read += entry.wholeSize > 0 ? entry.bytes.size() : ahead.bytes().size() - read;
        if (entry.kind == EntryKind::Partial || entry.kind == EntryKind::Invalid) {
            break;
        }
    }
    return last;
}

std::vector<Diagnostic>& MessageRecords::outerRemarks() {
    if (m_isCompressed) {
        for (Diagnostic& finding : m_decompressor.takeFindings()) {
            finding.span.offset += m_valueAt;
            finding.path = "value";
            m_outer.push_back(std::move(finding));
        }
    }
    return m_outer;
}

// Its position is that in the whole.
bool MessageRecords::nextEntry(BatchEntry& entry) {
    if (!reachEntry(m_window, m_read) || !BatchIterator(m_window.bytes(), m_read).next(entry)) {
        return false;
    }
    entry.position += m_window.position();
    m_read += entry.bytes.size();
    return true;
}

bool MessageRecords::next(RecordView& record) {
    if (m_isDone) {
        return false;
    }
    if (m_isCompressed) {
        m_isDone = !nextInner(record);
        return !m_isDone;
    }
    record = m_message;
    m_isDone = true;
    return true;
}

bool MessageRecords::nextInner(RecordView& record) {
    for (BatchEntry entry; nextEntry(entry);) {
        const auto say = [&](MessageId id, std::vector<std::string> arguments) {
            m_inner.push_back(
                {Severity::Error, id, std::move(arguments), {BufferId::Main, entry.position, entry.bytes.size()}, {}});
        };
        if (entry.kind == EntryKind::Partial || entry.kind == EntryKind::Invalid) {
            const std::uint64_t left = m_window.moveToEnd() - entry.position;
            m_inner.push_back({Severity::Error,
                               MessageId::BytesLeft,
                               {std::to_string(left), "Message"},
                               {BufferId::Main, entry.position, left},
                               {}});
            return false;
        }
        if (entry.kind != EntryKind::Message) {
            say(MessageId::InnerMagicDiffers, {std::to_string(entry.magic), std::to_string(m_message.magic)});
            continue;
        }
        readMessage(entry, record, m_inner);
        if (entry.magic != m_message.magic) {
            say(MessageId::InnerMagicDiffers, {std::to_string(entry.magic), std::to_string(m_message.magic)});
        }
        if ((record.attributes & kCompressionMask) != 0) {
            say(MessageId::NestedCompression, {});
        }
        if (const auto crc = checkCrc(entry)) {
            if (auto wrong = crc->remark(entry.position)) {
                m_inner.push_back(std::move(*wrong));
            }
        }
        record.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(record.offset) +
                                                  static_cast<std::uint64_t>(m_offsetShift));
        if (m_message.timestampType == TimestampType::LogAppendTime) {
            record.timestamp = m_message.timestamp;
            record.timestampType = TimestampType::LogAppendTime;
        }
        return true;
    }
    return false;
}

}  // namespace brokerscope
