#include "core/records/message_records.h"

#include "core/codec/walk.h"
#include "core/records/batch_crc.h"
#include "core/records/record_formats.h"

namespace brokerscope {
namespace {

// Positions of a message's fields in its definition.
struct MessageField {
    enum : std::size_t { Offset, MessageSize, Crc, Magic, Attributes, Timestamp, Key, Value };
};

constexpr int kLogAppendTime = 0x08;

std::int64_t lastOffset(ByteView set) {
    std::int64_t last = 0;
    BatchIterator iterator(set);
    for (BatchEntry entry; iterator.next(entry);) {
        if (entry.kind == EntryKind::Message) {
            last = entry.offset;
        }
    }
    return last;
}

}  // namespace

void MessageRecords::begin(const BatchEntry& message) {
    m_outer.clear();
    m_inner.clear();
    m_isDone = false;
    m_isCompressed = false;
    m_snappy = SnappyFraming::NotSnappy;
    readMessage(message, m_message, m_outer);
    m_message.position = 0;
    const int codec = m_message.attributes & kCompressionMask;
    if (codec == 0) {
        return;
    }
    if (!compressionOf(codec)) {
        m_outer.push_back(
            {Severity::Warning, MessageId::CompressionUnknown, {std::to_string(codec)}, {}, "attributes"});
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
    for (Diagnostic& remark : m_sink.remarks) {
        remark.span.offset += message.position;
        remarks.push_back(std::move(remark));
    }
    m_sink.remarks.clear();
}

void MessageRecords::openWrapper(const BatchEntry& message) {
    m_isCompressed = true;
    Decompression done = m_decompressor.run(*compressionOf(m_message.attributes), m_message.value.bytes, message.magic);
    const auto valueAt = m_message.value.bytes.empty()
                             ? message.bytes.size()
                             : static_cast<std::size_t>(m_message.value.bytes.data() - message.bytes.data());
    for (Diagnostic& finding : done.findings) {
        finding.span.offset += valueAt;
        finding.path = "value";
        m_outer.push_back(std::move(finding));
    }
    m_snappy = done.snappy;
    const ByteView set = m_decompressor.output();
    m_set = BatchIterator(set);
    m_offsetShift = message.magic == 0 ? 0
                                       : static_cast<std::int64_t>(static_cast<std::uint64_t>(m_message.offset) -
                                                                   static_cast<std::uint64_t>(lastOffset(set)));
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
    for (BatchEntry entry; m_set.next(entry);) {
        const auto say = [&](MessageId id, std::vector<std::string> arguments) {
            m_inner.push_back(
                {Severity::Error, id, std::move(arguments), {BufferId::Main, entry.position, entry.bytes.size()}, {}});
        };
        if (entry.kind == EntryKind::Partial || entry.kind == EntryKind::Invalid) {
            say(MessageId::BytesLeft, {std::to_string(entry.bytes.size()), "Message"});
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
