#include "core/records/large_record.h"

#include "core/base/text_scan.h"
#include "core/base/utf8.h"
#include "core/records/plain_record.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kLongestVarlong = 10;

std::size_t atMost(std::uint64_t size, std::size_t most) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(size, most));
}

}  // namespace

ByteView LargeRecord::Cursor::peek(std::size_t wanted) {
    const std::size_t needed = atMost(left, wanted);
    while (window->bytes().size() - at < needed) {
        const bool isMore = window->moveOn(std::exchange(at, 0));
        if (!isMore) {
            break;
        }
    }
    const ByteView there = window->bytes().subspan(at);
    isPlain = isPlain && there.size() >= needed;
    return there.first(atMost(left, there.size()));
}

void LargeRecord::Cursor::take(std::size_t size) {
    at += size;
    left -= size;
}

// A varint, or a varlong.
std::int64_t LargeRecord::Cursor::number(bool isLong) {
    const ByteView bytes = peek(kLongestVarlong);
    const SignedVarint found = isLong ? readPlainVarlong(bytes) : readPlainVarint(bytes);
    isPlain = isPlain && found.size != 0;
    take(found.size);
    return found.value;
}

void LargeRecord::forget() {
    m_isAhead = false;
    m_window = nullptr;
}

bool LargeRecord::open(RecordWindow& window, std::size_t at, std::uint64_t size, RecordView& record) {
    const std::uint64_t start = window.position() + at;
    if (!std::exchange(m_isAhead, true)) {
        m_ahead.beginAs(*window.source());
        m_aheadWindow.begin(m_ahead);
    }
    bool isMore = true;
    while (isMore && m_aheadWindow.position() + m_aheadWindow.bytes().size() < start) {
        isMore = m_aheadWindow.moveOn(m_aheadWindow.bytes().size());
    }
    if (!isMore || m_aheadWindow.position() > start) {
        return false;
    }
    m_areTexts.clear();
    Cursor scan{&m_aheadWindow, static_cast<std::size_t>(start - m_aheadWindow.position()), size};
    record = RecordView();
    scanRecord(scan, record);
    if (!scan.isPlain || scan.left > 0) {
        return false;
    }
    // What was read ahead is dropped, and the next record begins behind it.
    m_aheadWindow.moveOn(scan.at);
    m_window = &window;
    m_cursor = {&window, at, size};
    m_cursor.take(atMost(m_cursor.peek(1).size(), 1));
    m_cursor.number(true);
    m_cursor.number(false);
    m_stage = Stage::Key;
    beginPart();
    record.large = this;
    record.key.pieces = record.key.isNull ? nullptr : &m_key;
    record.value.pieces = record.value.isNull ? nullptr : &m_value;
    return true;
}

void LargeRecord::scanRecord(Cursor& cursor, RecordView& record) {
    const ByteView attributes = cursor.peek(1);
    record.attributes = attributes.empty() ? std::int8_t{0} : static_cast<std::int8_t>(attributes.front());
    cursor.take(atMost(attributes.size(), 1));
    record.timestampDelta = cursor.number(true);
    record.offsetDelta = static_cast<std::int32_t>(cursor.number(false));
    record.key.isNull = scanPart(cursor);
    record.value.isNull = scanPart(cursor);
    record.headersCount = static_cast<std::int32_t>(cursor.number(false));
    cursor.isPlain = cursor.isPlain && record.headersCount >= 0;
    for (std::int32_t i = 0; i < record.headersCount && cursor.isPlain; ++i) {
        scanHeader(cursor);
        scanPart(cursor);
    }
}

// Whether it is null.
bool LargeRecord::scanPart(Cursor& cursor) {
    const std::int64_t length = cursor.number(false);
    cursor.isPlain = cursor.isPlain && length >= -1 && length <= static_cast<std::int64_t>(cursor.left);
    auto left = static_cast<std::uint64_t>(std::max<std::int64_t>(length, 0));
    const bool isLarge = left > BytePieces::kLeast;
    TextScan text;
    while (left > 0 && cursor.isPlain) {
        const ByteView there = cursor.peek(BytePieces::kLeast);
        const ByteView piece = there.first(atMost(left, there.size()));
        if (isLarge) {
            text.add(piece);
        }
        cursor.take(piece.size());
        left -= piece.size();
    }
    if (isLarge) {
        m_areTexts.push_back(text.isText());
    }
    return length < 0;
}

// Its key.
void LargeRecord::scanHeader(Cursor& cursor) {
    const std::int64_t length = cursor.number(false);
    cursor.isPlain = cursor.isPlain && length >= 0 && length <= static_cast<std::int64_t>(kLeastSize) &&
                     length <= static_cast<std::int64_t>(cursor.left);
    if (!cursor.isPlain) {
        return;
    }
    const auto size = static_cast<std::size_t>(length);
    const ByteView there = cursor.peek(size);
    cursor.isPlain = cursor.isPlain && !firstInvalidUtf8(there.first(std::min(size, there.size())));
    cursor.take(std::min(size, there.size()));
}

std::size_t LargeRecord::close() {
    skip(m_cursor.left);
    m_window = nullptr;
    return m_cursor.at;
}

void LargeRecord::skip(std::uint64_t size) {
    while (size > 0) {
        const std::size_t taken = atMost(size, m_cursor.peek(1).size());
        if (taken == 0) {
            return;
        }
        m_cursor.take(taken);
        size -= taken;
    }
}

void LargeRecord::beginPart() {
    m_partLeft = static_cast<std::uint64_t>(std::max<std::int64_t>(m_cursor.number(false), 0));
    m_isPartLarge = m_partLeft > BytePieces::kLeast;
    if (m_isPartLarge && !m_areTexts.empty()) {
        m_isPartText = m_areTexts.front();
        m_areTexts.pop_front();
    }
}

void LargeRecord::turnTo(Stage stage) {
    while (m_stage < stage) {
        skip(std::exchange(m_partLeft, 0));
        m_stage = static_cast<Stage>(static_cast<int>(m_stage) + 1);
        if (m_stage == Stage::Headers) {
            m_headersLeft = m_cursor.number(false);
        } else {
            beginPart();
        }
    }
}

bool LargeRecord::nextHeader(RecordHeaderView& header) {
    turnTo(Stage::Headers);
    skip(std::exchange(m_partLeft, 0));
    if (m_headersLeft <= 0) {
        return false;
    }
    --m_headersLeft;
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(m_cursor.number(false), 0));
    const ByteView key = m_cursor.peek(size);
    m_headerKey = asText(key.first(std::min(size, key.size())));
    m_cursor.take(m_headerKey.size());
    const ByteView length = m_cursor.peek(1);
    const bool isNull = !length.empty() && length.front() == 1;  // -1 as a varint
    beginPart();
    header.key = m_headerKey;
    header.value = {{}, isNull, false, isNull ? nullptr : &m_headerValue};
    return true;
}

ByteView LargeRecord::restOfPart() {
    const ByteView there = m_cursor.peek(atMost(m_partLeft, BytePieces::kLeast));
    return there.first(atMost(m_partLeft, there.size()));
}

std::uint64_t LargeRecord::Part::left() {
    m_record.turnTo(m_stage);
    return m_record.m_partLeft;
}

ByteView LargeRecord::Part::peek() {
    m_record.turnTo(m_stage);
    return m_record.restOfPart();
}

void LargeRecord::Part::take(std::size_t size) {
    m_record.m_cursor.take(size);
    m_record.m_partLeft -= size;
}

bool LargeRecord::Part::isText() {
    m_record.turnTo(m_stage);
    return m_record.m_isPartLarge ? m_record.m_isPartText : isPlainText(m_record.restOfPart());
}

}  // namespace brokerscope
