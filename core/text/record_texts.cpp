#include "core/text/record_texts.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <array>
#include <charconv>

namespace brokerscope {
namespace {

void appendInteger(std::string& out, std::int64_t value) {
    std::array<char, 24> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end);
}

void appendBase64(std::string& out, const NullableBytes& bytes) {
    if (bytes.isNull || bytes.isMissing) {
        out += "null";
        return;
    }
    out += '"';
    out += toBase64(bytes.bytes);
    out += '"';
}

// Control characters that no text has. Without a way out, so that it is done for many bytes at once.
bool hasControls(ByteView bytes) {
    bool found = false;
    for (const std::uint8_t byte : bytes) {
        found |= (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
    }
    return found;
}

void appendNotRead(std::string& out, const RecordView& record) {
    if (!record.key.isMissing && !record.value.isMissing) {
        return;
    }
    out += ",\"notRead\":[";
    out += record.key.isMissing ? "\"key\"," : "";
    out += record.value.isMissing ? "\"value\"," : "";
    out.back() = ']';
}

void appendReadable(std::string& out, const NullableBytes& bytes) {
    if (bytes.isMissing) {
        out += "not read";
    } else if (bytes.isNull) {
        out += "null";
    } else if (hasControls(bytes.bytes) || firstInvalidUtf8(bytes.bytes)) {
        out += "0x";
        out += toHex(bytes.bytes);
    } else {
        appendJsonString(out, asText(bytes.bytes));
    }
}

void appendHeaderKey(std::string& out, std::string_view key) {
    if (firstInvalidUtf8(asBytes(key))) {
        appendJsonString(out, displayUtf8(asBytes(key)));
    } else {
        appendJsonString(out, key);
    }
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

void appendRecordJson(std::string& out, const RecordView& record, std::string_view decoded, bool isMasked) {
    out += "{\"offset\":";
    appendInteger(out, record.offset);
    out += ",\"timestamp\":";
    appendInteger(out, record.timestamp);
    out += ",\"key\":";
    appendBase64(out, record.key);
    out += ",\"value\":";
    appendBase64(out, record.value);
    out += ",\"headers\":[";
    RecordHeaders headers(record);
    bool isFirst = true;
    for (RecordHeaderView header; headers.next(header); isFirst = false) {
        out += isFirst ? "{\"key\":" : ",{\"key\":";
        appendHeaderKey(out, header.key);
        out += ",\"value\":";
        appendBase64(out, header.value);
        out += '}';
    }
    out += "],\"sequence\":";
    appendInteger(out, record.sequence);
    if (isMasked) {
        out += ",\"masked\":true";
    }
    appendNotRead(out, record);
    if (!decoded.empty()) {
        out += ",\"decoded\":";
        out += decoded;
    }
    out += '}';
}

std::string ControlText::line() const {
    return name + ' ' + json + ", never delivered to consumers";
}

void appendRecordLine(std::string& out, const RecordView& record, std::string_view says) {
    appendInteger(out, record.offset);
    out += ' ';
    appendInteger(out, record.timestamp);
    if (!says.empty()) {
        out += ' ';
        out += says;
    } else {
        out += " key ";
        appendReadable(out, record.key);
        out += " value ";
        appendReadable(out, record.value);
    }
    if (record.headersCount > 0) {
        out += " headers {";
        RecordHeaders headers(record);
        bool isFirst = true;
        for (RecordHeaderView header; headers.next(header); isFirst = false) {
            out += isFirst ? "" : ", ";
            appendHeaderKey(out, header.key);
            out += ": ";
            appendReadable(out, header.value);
        }
        out += '}';
    }
    if (record.sequence >= 0) {
        out += ", sequence ";
        appendInteger(out, record.sequence);
    }
}

}  // namespace brokerscope
