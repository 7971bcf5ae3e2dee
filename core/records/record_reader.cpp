#include "core/records/record_reader.h"

#include <fmt/format.h>

namespace brokerscope {

RecordReader::RecordReader(const Limits& limits)
    : m_decompressor(limits), m_batch(limits), m_messages(m_decompressor, limits) {}
RecordReader::~RecordReader() = default;

std::vector<Diagnostic> entryRemarks(const BatchEntry& entry) {
    const ByteSpan span{BufferId::Main, entry.position, entry.bytes.size()};
    const std::string there = std::to_string(entry.bytes.size());
    switch (entry.kind) {
        case EntryKind::Partial:
            if (entry.wholeSize == 0) {
                return {{Severity::Note, MessageId::BatchHeadPartial, {there}, span, {}}};
            }
            return {{Severity::Note, MessageId::BatchPartial, {there, std::to_string(entry.wholeSize)}, span, {}}};
        case EntryKind::Invalid: {
            const std::int64_t least = entry.magic == 2 ? 49 : entry.magic == 0 ? 14 : entry.magic == 1 ? 22 : 5;
            return {{Severity::Error,
                     MessageId::BatchLengthInvalid,
                     {std::to_string(entry.length), std::to_string(least)},
                     {BufferId::Main, entry.position + 8, 4},
                     "batchLength"}};
        }
        case EntryKind::UnknownMagic:
            return {{Severity::Error,
                     MessageId::MagicUnknown,
                     {std::to_string(entry.magic)},
                     {BufferId::Main, entry.position + BatchHeader::kMagicAt, 1},
                     "magic"}};
        default:
            return {};
    }
}

bool RecordReader::open(const BatchEntry& entry) {
    m_remarks.clear();
    m_header = BatchHeader();
    m_bytes = entry.bytes;
    m_isDecompressed = false;
    m_snappy = SnappyFraming::NotSnappy;
    m_isMessage = entry.kind == EntryKind::Message;
    m_isOpen = false;
    if (m_isMessage) {
        m_isOpen = openMessage(entry);
    } else if (entry.kind == EntryKind::Batch) {
        m_isOpen = openBatch(entry);
    } else {
        m_remarks = entryRemarks(entry);
        for (Diagnostic& remark : m_remarks) {
            remark.span.offset -= entry.position;
        }
    }
    return m_isOpen;
}

bool RecordReader::openBatch(const BatchEntry& entry) {
    m_header = BatchHeader::read(entry.bytes);
    const ByteSpan attributes{BufferId::Main, BatchHeader::kAttributesAt, 2};
    if (const std::uint16_t unknown = m_header.unknownAttributes(); unknown != 0) {
        remark(Severity::Note, MessageId::AttributeBitsUnknown, {fmt::format("0x{:04x}", unknown)}, attributes,
               "attributes");
    }
    const auto codec = m_header.compression();
    if (!codec) {
        remark(Severity::Warning, MessageId::CompressionUnknown,
               {std::to_string(m_header.attributes & kCompressionMask)}, attributes, "attributes");
        return false;
    }
    if (*codec == CompressionType::None) {
        m_batch.begin(m_header, entry.bytes, BatchHeader::kSize);
        return true;
    }
    m_decompressor.begin(*codec, entry.bytes.subspan(BatchHeader::kSize), 2);
    m_snappy = m_decompressor.snappy();
    m_isDecompressed = true;
    m_batch.begin(m_header, m_decompressor);
    return true;
}

bool RecordReader::openMessage(const BatchEntry& entry) {
    BatchEntry alone = entry;
    alone.position = 0;
    m_messages.begin(alone);
    m_isDecompressed = m_messages.isDecompressed();
    m_snappy = m_messages.snappy();
    return true;
}

ByteView RecordReader::bytes() const {
    if (!m_isDecompressed) {
        return m_bytes;
    }
    return m_isMessage ? m_messages.bytes() : m_batch.bytes();
}

std::uint64_t RecordReader::bytesAt() const {
    if (!m_isDecompressed) {
        return 0;
    }
    return m_isMessage ? m_messages.bytesAt() : m_batch.bytesAt();
}

bool RecordReader::next() {
    return m_isOpen && (m_isMessage ? m_messages.next(m_record) : m_batch.next(m_record));
}

void RecordReader::remark(Severity severity, MessageId id, std::vector<std::string> arguments, ByteSpan span,
                          std::string path) {
    m_remarks.push_back({severity, id, std::move(arguments), span, std::move(path)});
}

void RecordReader::collect(std::vector<Diagnostic>& found, bool fromDecompressed) {
    for (Diagnostic& one : found) {
        if (fromDecompressed && one.path != BatchRecords::kCountPath) {
            one.span.buffer = kDecompressed;
        }
        m_remarks.push_back(std::move(one));
    }
    found.clear();
}

std::vector<Diagnostic> RecordReader::takeRemarks() {
    if (m_isOpen && m_isMessage) {
        collect(m_messages.outerRemarks(), false);
        collect(m_messages.innerRemarks(), true);
    } else if (m_isOpen) {
        if (m_isDecompressed) {
            for (Diagnostic& finding : m_decompressor.takeFindings()) {
                finding.span.offset += BatchHeader::kSize;
                finding.path = "records";
                m_remarks.push_back(std::move(finding));
            }
        }
        collect(m_batch.remarks(), m_isDecompressed);
    }
    return std::exchange(m_remarks, {});
}

}  // namespace brokerscope
