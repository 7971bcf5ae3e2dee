#include "core/text/record_texts.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/text_scan.h"
#include "core/base/utf8.h"
#include "core/records/byte_pieces.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace brokerscope {
namespace {

void appendInteger(std::string& out, std::int64_t value) {
    std::array<char, 24> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end);
}

// What is not to be held as text at once.
constexpr std::size_t kPiece = 98304;

// Bytes that are there, as those that come in pieces.
class HeldPieces : public BytePieces {
public:
    explicit HeldPieces(ByteView bytes) : m_left(bytes) {}

    std::uint64_t left() override { return m_left.size(); }
    ByteView peek() override { return m_left.first(std::min(m_left.size(), kPiece)); }
    void take(std::size_t size) override { m_left = m_left.subspan(size); }
    bool isText() override { return isPlainText(m_left); }

private:
    ByteView m_left;
};

bool isLong(const NullableBytes& bytes) {
    return bytes.pieces != nullptr || bytes.bytes.size() > kPiece;
}

// `uncut` gives how many bytes at a piece's end belong to the next one; `append` makes the text of the others.
template <typename Uncut, typename Append>
void appendPieces(std::string& out, BytePieces& pieces, const TakeText& take, Uncut uncut, Append append) {
    while (pieces.left() > 0) {
        const ByteView there = pieces.peek();
        const std::size_t taken = there.size() - (there.size() < pieces.left() ? uncut(there) : 0);
        if (taken == 0) {
            return;
        }
        append(there.first(taken));
        pieces.take(taken);
        if (take) {
            take(out);
        }
    }
}

void appendLongBase64(std::string& out, BytePieces& pieces, const TakeText& take) {
    appendPieces(
        out, pieces, take, [](ByteView piece) { return piece.size() % 3; },
        [&out](ByteView piece) { out += toBase64(piece); });
}

void appendLongReadable(std::string& out, BytePieces& pieces, const TakeText& take) {
    if (!pieces.isText()) {
        out += "0x";
        appendPieces(
            out, pieces, take, [](ByteView) { return std::size_t{0}; },
            [&out](ByteView piece) { out += toHex(piece); });
        return;
    }
    std::string quoted;
    out += '"';
    appendPieces(out, pieces, take, cutCharacterSize, [&](ByteView piece) {
        quoted.clear();
        appendJsonString(quoted, asText(piece));
        out.append(quoted, 1, quoted.size() - 2);
    });
    out += '"';
}

// Of bytes that are long, in either way.
template <typename Append>
void appendLong(std::string& out, const NullableBytes& bytes, const TakeText& take, Append append) {
    if (bytes.pieces != nullptr) {
        append(out, *bytes.pieces, take);
    } else {
        HeldPieces held(bytes.bytes);
        append(out, held, take);
    }
}

void appendBase64(std::string& out, const NullableBytes& bytes, const TakeText& take) {
    if (bytes.isNull || bytes.isMissing) {
        out += "null";
        return;
    }
    out += '"';
    if (isLong(bytes)) {
        appendLong(out, bytes, take, appendLongBase64);
    } else {
        out += toBase64(bytes.bytes);
    }
    out += '"';
}

void appendNotRead(std::string& out, const RecordView& record) {
    const std::array<std::pair<bool, std::string_view>, 5> parts{{{record.isOffsetMissing, "\"offset\","},
                                                                  {record.isTimestampMissing, "\"timestamp\","},
                                                                  {record.key.isMissing, "\"key\","},
                                                                  {record.value.isMissing, "\"value\","},
                                                                  {record.areHeadersMissing, "\"headers\","}}};
    out += ",\"notRead\":[";
    for (const auto& [isMissing, name] : parts) {
        out += isMissing ? name : std::string_view();
    }
    if (out.back() == ',') {
        out.back() = ']';
    } else {
        out.resize(out.rfind(','));
    }
}

// A number that may not have been reached: then `otherwise`.
void appendReached(std::string& out, std::int64_t value, bool isMissing, std::string_view otherwise) {
    if (isMissing) {
        out += otherwise;
    } else {
        appendInteger(out, value);
    }
}

void appendReadable(std::string& out, const NullableBytes& bytes, const TakeText& take) {
    if (bytes.isMissing) {
        out += "not read";
    } else if (bytes.isNull) {
        out += "null";
    } else if (isLong(bytes)) {
        appendLong(out, bytes, take, appendLongReadable);
    } else if (isPlainText(bytes.bytes)) {
        appendJsonString(out, asText(bytes.bytes));
    } else {
        out += "0x";
        out += toHex(bytes.bytes);
    }
}

void appendHeaderKey(std::string& out, std::string_view key) {
    if (firstInvalidUtf8(asBytes(key))) {
        appendJsonString(out, displayUtf8(asBytes(key)));
    } else {
        appendJsonString(out, key);
    }
}

void appendHeaders(std::string& out, const RecordView& record, const TakeText& take) {
    out += '[';
    RecordHeaders headers(record);
    bool isFirst = true;
    for (RecordHeaderView header; headers.next(header); isFirst = false) {
        out += isFirst ? "{\"key\":" : ",{\"key\":";
        appendHeaderKey(out, header.key);
        out += ",\"value\":";
        appendBase64(out, header.value, take);
        out += '}';
    }
    out += ']';
}

std::string valueJson(const SchemaRegistry& registry, const ControlRecord& control, const RecordView& record,
                      const Limits& limits) {
    if (record.value.isNull) {
        return "null";
    }
    const ByteView bytes = record.value.bytes;
    const auto tree =
        openControlValue(registry, control, std::make_shared<const ByteBuffer>(bytes.begin(), bytes.end()),
                         {BufferId::Main, 0, bytes.size()}, limits);
    return tree ? toJson(NodeRef::root(*tree)) : "{\"_raw\":\"" + toHex(bytes) + "\"}";
}

}  // namespace

ControlText controlText(const SchemaRegistry& registry, const RecordView& record, const Limits& limits) {
    const auto control = readControlRecord(record);
    ControlText text;
    if (!control) {
        text.name = control.error().text();
        text.json = "null";
        text.isControl = false;
        return text;
    }
    text.name =
        control->name.empty() ? "unknown control type " + std::to_string(control->type) : std::string(control->name);
    {
        JsonObject object(text.json);
        object.add("type", int{control->type});
        if (control->name.empty()) {
            object.addNull("name");
        } else {
            object.add("name", control->name);
        }
        const bool hasVersion = control->valueVersion >= 0;
        object.add("version", hasVersion ? std::optional<std::int64_t>(control->valueVersion) : std::nullopt);
        object.addJson("value", valueJson(registry, *control, record, limits));
    }
    return text;
}

void appendRecordJson(std::string& out, const RecordView& record, std::string_view decoded, bool isMasked,
                      const TakeText& take) {
    out += '{';
    appendRecordMembers(out, record, decoded, isMasked, take);
}

void appendRecordMembers(std::string& out, const RecordView& record, std::string_view decoded, bool isMasked,
                         const TakeText& take) {
    out += "\"offset\":";
    appendReached(out, record.offset, record.isOffsetMissing, "null");
    out += ",\"timestamp\":";
    appendReached(out, record.timestamp, record.isTimestampMissing, "null");
    out += ",\"key\":";
    appendBase64(out, record.key, take);
    out += ",\"value\":";
    appendBase64(out, record.value, take);
    out += ",\"headers\":";
    if (record.areHeadersMissing) {
        out += "null";
    } else {
        appendHeaders(out, record, take);
    }
    out += ",\"sequence\":";
    appendReached(out, record.sequence, record.isOffsetMissing, "null");
    if (isMasked) {
        out += ",\"masked\":true";
    }
    if (record.isBroken) {
        appendNotRead(out, record);
    }
    if (!decoded.empty()) {
        out += ",\"decoded\":";
        out += decoded;
    }
    out += '}';
}

void appendControlLine(std::string& out, const RecordView& record, const ControlText& control) {
    if (control.isControl) {
        appendRecordLine(out, record, control.line());
        return;
    }
    appendRecordLine(out, record);
    out += ", " + control.name;
}

std::string ControlText::line() const {
    return name + ' ' + json + ", never delivered to consumers";
}

void appendRecordLine(std::string& out, const RecordView& record, std::string_view says, const TakeText& take) {
    appendReached(out, record.offset, record.isOffsetMissing, "offset not read");
    out += ' ';
    appendReached(out, record.timestamp, record.isTimestampMissing, "timestamp not read");
    if (!says.empty()) {
        out += ' ';
        out += says;
    } else {
        out += " key ";
        appendReadable(out, record.key, take);
        out += " value ";
        appendReadable(out, record.value, take);
    }
    if (record.headersCount > 0) {
        out += " headers {";
        RecordHeaders headers(record);
        bool isFirst = true;
        for (RecordHeaderView header; headers.next(header); isFirst = false) {
            out += isFirst ? "" : ", ";
            appendHeaderKey(out, header.key);
            out += ": ";
            appendReadable(out, header.value, take);
        }
        out += '}';
    }
    if (record.sequence >= 0) {
        out += ", sequence ";
        appendInteger(out, record.sequence);
    }
}

}  // namespace brokerscope
