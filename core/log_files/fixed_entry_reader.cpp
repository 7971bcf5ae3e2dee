#include "core/log_files/fixed_entry_reader.h"

#include "core/records/crc.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kEntriesPiece = 1048576;
constexpr std::uint64_t kCrcAt = 2;
constexpr std::uint64_t kCrcEnd = 6;

bool isZero(ByteView bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

}  // namespace

FixedEntryReader::FixedEntryReader(LogFileKind kind, const LogFileName& name, const ByteSource& source,
                                   const Limits& limits)
    : EntryReader(limits)
    , m_kind(kind)
    , m_name(name)
    , m_source(source)
    , m_format(*EntryFormat::of(kind))
    , m_last(m_format.ordered.size()) {
    if (m_format.headSize > 0) {
        readHead(limits);
    }
}

void FixedEntryReader::say(Severity severity, MessageId id, std::vector<std::string> arguments, ByteSpan span,
                           std::string path) {
    addRemark({severity, id, std::move(arguments), span, std::move(path)});
}

void FixedEntryReader::readHead(const Limits& limits) {
    const auto head = m_source.bytes(0, m_format.headSize);
    if (!head || head->size() < m_format.headSize) {
        m_isAtEnd = true;
        if (head) {
            say(Severity::Error, MessageId::EntryPartial,
                {std::to_string(head->size()), std::to_string(m_format.headSize)}, {BufferId::Main, 0, head->size()});
        }
        return;
    }
    const std::int64_t version = readInteger(FieldType::Int16, head->data());
    m_facts.push_back({"version", version});
    if (version != kProducerSnapshotVersion) {
        say(Severity::Error, MessageId::UnknownVersion,
            {"ProducerSnapshot", std::to_string(version), std::to_string(kProducerSnapshotVersion)},
            {BufferId::Main, 0, kCrcAt}, "version");
        m_isAtEnd = true;
        return;
    }
    const auto stored = static_cast<std::uint32_t>(readInteger(FieldType::UInt32, head->data() + kCrcAt));
    m_facts.push_back({"crc", fmt::format("{:08x}", stored)});
    m_said = readInteger(FieldType::Int32, head->data() + kCrcEnd);
    m_facts.push_back({"count", *m_said});
    checkSum(stored, limits);
    m_position = m_format.headSize;
}

void FixedEntryReader::checkSum(std::uint32_t stored, const Limits& limits) {
    const std::uint64_t size = m_source.size().value_or(0);
    if (size > limits.frame) {
        say(Severity::Warning, MessageId::LimitExceeded, {"frame", std::to_string(size), std::to_string(limits.frame)},
            {BufferId::Main, 0, size}, "crc");
        return;
    }
    const auto covered = m_source.bytes(kCrcEnd, size);
    const std::uint32_t computed = covered ? crc32c(*covered) : stored;
    if (computed != stored) {
        say(Severity::Error, MessageId::CrcMismatch,
            {fmt::format("{:08x}", stored), fmt::format("{:08x}", computed), std::to_string(kCrcEnd),
             std::to_string(size)},
            {BufferId::Main, kCrcAt, kCrcEnd - kCrcAt}, "crc");
    }
}

// Whether the piece holds an entry after this, reading on where it does not.
bool FixedEntryReader::fill() {
    if (m_piece.size() - m_at >= m_format.entrySize) {
        return true;
    }
    ByteBuffer piece(kEntriesPiece / m_format.entrySize * m_format.entrySize);
    const auto count = m_source.read(m_position, piece);
    if (!count) {
        addRemark({Severity::Error, count.error().id, count.error().arguments, {}, {}});
    }
    piece.resize(count.value_or(0));
    m_piece = std::move(piece);
    m_at = 0;
    return m_piece.size() >= m_format.entrySize;
}

bool FixedEntryReader::next(LogFileEntry& entry) {
    if (m_isAtEnd) {
        return false;
    }
    const bool isBeyondCount = m_said && static_cast<std::int64_t>(m_index) >= *m_said;
    const bool isThere = fill();
    const ByteView rest = ByteView(m_piece).subspan(m_at);
    if (!isThere || isBeyondCount || isUnusedFrom(rest.first(m_format.entrySize))) {
        finish(rest.size());
        return false;
    }
    entry.index = m_index++;
    entry.position = m_position;
    entry.size = m_format.entrySize;
    entry.remarks.clear();
    readFields(entry, rest.first(m_format.entrySize));
    checkOrder(entry);
    checkValues(entry);
    m_at += m_format.entrySize;
    m_position += m_format.entrySize;
    return true;
}

// Whether there are only zeros from the next entry to the end.
bool FixedEntryReader::isUnusedFrom(ByteView entry) {
    if (!m_format.isPreallocated || !isZero(entry) || m_position < m_nonZero) {
        return false;
    }
    ByteBuffer piece(kEntriesPiece);
    std::uint64_t at = m_position;
    for (;;) {
        const std::size_t count = m_source.read(at, piece).value_or(0);
        if (count == 0) {
            break;
        }
        const auto end = piece.begin() + static_cast<std::ptrdiff_t>(count);
        const auto found = std::find_if(piece.begin(), end, [](std::uint8_t byte) { return byte != 0; });
        at += static_cast<std::uint64_t>(found - piece.begin());
        if (found != end) {
            m_nonZero = at;
            return false;
        }
    }
    say(Severity::Note, MessageId::SpaceUnused, {std::to_string(at - m_position)},
        {BufferId::Main, m_position, at - m_position});
    m_isAtEnd = true;
    return true;
}

void FixedEntryReader::finish(std::uint64_t left) {
    if (std::exchange(m_isAtEnd, true)) {
        return;
    }
    if (m_said && *m_said != static_cast<std::int64_t>(m_index)) {
        say(Severity::Error, MessageId::FileCountDiffers, {std::to_string(*m_said), std::to_string(m_index)},
            {BufferId::Main, kCrcEnd, m_format.headSize - kCrcEnd}, "count");
    }
    if (left >= m_format.entrySize) {
        const std::uint64_t size = m_source.size().value_or(m_position + left);
        const std::uint64_t more = size > m_position ? size - m_position : left;
        say(Severity::Error, MessageId::BytesLeft, {std::to_string(more), m_format.layout->spec->name},
            {BufferId::Main, m_position, more});
    } else if (left > 0) {
        say(Severity::Error, MessageId::EntryPartial, {std::to_string(left), std::to_string(m_format.entrySize)},
            {BufferId::Main, m_position, left});
    }
}

void FixedEntryReader::readFields(LogFileEntry& entry, ByteView bytes) const {
    entry.fields.clear();
    const std::uint8_t* at = bytes.data();
    for (const FieldLayout& field : m_format.entries->structure->fields) {
        const std::int64_t value = readInteger(field.type, at);
        at += fixedSize(field.type);
        if (m_format.isRelative && field.spec->jsonName == "relativeOffset") {
            EntryValue offset;
            if (m_name.offset && value <= std::numeric_limits<std::int64_t>::max() - *m_name.offset) {
                offset = *m_name.offset + value;
            }
            entry.fields.push_back({"offset", std::move(offset)});
        }
        entry.fields.push_back({field.spec->jsonName, value});
    }
}

void FixedEntryReader::checkOrder(LogFileEntry& entry) {
    for (std::size_t i = 0; i < m_last.size(); ++i) {
        const EntryFormat::Order& order = m_format.ordered[i];
        auto value = entry.number(order.field);
        if (!value && order.field == "offset") {
            value = entry.number("relativeOffset");
        }
        std::optional<std::int64_t>& last = m_last[i];
        if (value && last && (*value < *last || (order.isStrict && *value == *last))) {
            entry.remark(Severity::Error, MessageId::EntryOrder,
                         {std::string(order.field), std::to_string(*value), std::to_string(*last)},
                         std::string(order.field));
        }
        last = value;
    }
}

void FixedEntryReader::checkValues(LogFileEntry& entry) const {
    const auto invalid = [&entry](const char* field, std::int64_t value, std::string reason) {
        entry.remark(Severity::Error, MessageId::EntryInvalid, {field, std::to_string(value), std::move(reason)},
                     field);
    };
    if (m_format.isRelative) {
        for (const char* field : {"relativeOffset", "position"}) {
            if (const auto value = entry.number(field); value && *value < 0) {
                invalid(field, *value, "it is negative");
            }
        }
        return;
    }
    const std::int64_t last = entry.number("lastOffset").value_or(0);
    if (m_kind == LogFileKind::TransactionIndex) {
        const std::int64_t version = entry.number("version").value_or(0);
        if (version != kAbortedTransactionVersion) {
            entry.remark(Severity::Error, MessageId::UnknownVersion,
                         {"AbortedTransaction", std::to_string(version), std::to_string(kAbortedTransactionVersion)},
                         "version");
            // What the rest of it means is not known.
            entry.fields.resize(1);
            return;
        }
        if (const std::int64_t first = entry.number("firstOffset").value_or(0); first > last) {
            invalid("firstOffset", first, fmt::format("it is beyond lastOffset {}", last));
        }
    } else if (m_name.offset && last >= *m_name.offset) {
        invalid("lastOffset", last, fmt::format("a snapshot of offset {} knows nothing from there on", *m_name.offset));
    }
}

}  // namespace brokerscope
