#include "ui/pages/frame_reading.h"

#include "core/codec/encoder.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

constexpr std::size_t kPrefixSize = 4;
constexpr std::size_t kKnownHeaderSize = kPrefixSize + 8;  // API, version and correlation id stand there in any request

QString translated(const char* text) {
    return QCoreApplication::translate("FrameReading", text);
}

// What nobody wrote, and what still stands for it, stays automatic.
void leaveAutomatic(ValueDraft& header, const DraftModel& form) {
    if (form.isEmpty()) {
        return;
    }
    const ValueDraft& written = form.writtenHeader();
    const ValueDraft filled = form.header();
    for (const FieldSpec& field : header.spec->root.fields) {
        const FieldSpec* known = written.spec->root.find(field.jsonName);
        if (known == nullptr || !std::holds_alternative<std::monostate>(written.root.fields[known->index])) {
            continue;
        }
        DraftValue& value = header.root.fields[field.index];
        const DraftValue& automatic = filled.root.fields[known->index];
        const auto* number = std::get_if<std::int64_t>(&value);
        const auto* text = std::get_if<DraftText>(&value);
        const auto* otherNumber = std::get_if<std::int64_t>(&automatic);
        const auto* otherText = std::get_if<DraftText>(&automatic);
        if ((number != nullptr && otherNumber != nullptr && *number == *otherNumber) ||
            (text != nullptr && otherText != nullptr && *text == *otherText)) {
            value = std::monostate{};
        }
    }
}

// The version is that of the bytes, whatever the form shows now.
void leaveApiAndVersion(ValueDraft& header, const MessageLayout& body) {
    const auto leave = [&header](std::string_view name, std::int64_t automatic) {
        const FieldSpec* field = header.spec->root.find(name);
        const auto* number = field != nullptr ? std::get_if<std::int64_t>(&header.root.fields[field->index]) : nullptr;
        if (number != nullptr && *number == automatic) {
            header.root.fields[field->index] = std::monostate{};
        }
    };
    leave("requestApiKey", body.spec->apiKey.value_or(-1));
    leave("requestApiVersion", body.version);
}

QString whyNoForm(const ValueTree& frame) {
    return frame.bytes->size() >= kKnownHeaderSize
               ? translated("These bytes are of an API or version that no form is known for.")
               : translated("These bytes are no request: not even its header can be read.");
}

QString prefixLoss(std::int32_t size, const ByteBuffer& frame) {
    return translated("The size prefix says %1, but %2 bytes follow. A form always writes the right one.")
        .arg(size)
        .arg(frame.size() - kPrefixSize);
}

}  // namespace

FrameReading readFrame(const SchemaRegistry& registry, const std::shared_ptr<const ValueTree>& frame,
                       const DraftModel& form) {
    FrameReading reading;
    auto said = frameDraftFromTree(*frame);
    if (!said) {
        reading.loss = whyNoForm(*frame);
        return reading;
    }
    const auto& layouts = frame->layouts;
    const MessageLayout& body = *layouts.back();
    reading.apiKey = body.spec->apiKey.value_or(-1);
    reading.version = body.version;
    const auto known = registry.request(reading.apiKey, body.version, {{}, body.spec->isPreview});
    if (!known || body.unknownBody) {
        reading.loss = whyNoForm(*frame);
        return reading;
    }
    const auto again = encodeFrame(layouts[layouts.size() - 2], said->header, layouts.back(), said->body, said->size);
    if (*again->bytes != *frame->bytes) {
        reading.loss = translated("No values of a form say exactly these bytes.");
    } else if (said->size) {
        reading.loss = prefixLoss(*said->size, *frame->bytes);
    }
    leaveApiAndVersion(said->header, body);
    leaveAutomatic(said->header, form);
    reading.drafts = DraftPair{std::move(said->header), std::move(said->body)};
    return reading;
}

}  // namespace brokerscope
