#include "ui/models/draft_blob.h"

#include "core/base/utf8.h"
#include "core/text/distinct_text.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr qsizetype kShownText = 200;         // characters
constexpr std::size_t kJudgedBytes = 65'536;  // of what is only shown
constexpr std::size_t kShownBlobBytes = 64;

// So many of the bytes at most that no character is cut in two, where they are UTF-8.
std::size_t wholeCharacters(ByteView bytes, std::size_t most) {
    if (bytes.size() <= most) {
        return bytes.size();
    }
    std::size_t end = most;
    while (end > 0 && most - end < 3 && (bytes[end] & 0xc0) == 0x80) {
        --end;
    }
    return end;
}

QString emptyWord() {
    return QCoreApplication::translate("DraftBlob", "empty");
}

}  // namespace

QVariant blobOf(const DraftValue& value) {
    const auto* bytes = std::get_if<ByteBuffer>(&value);
    return bytes == nullptr ? QVariant() : QVariant(arrayOf(*bytes));
}

DraftValue draftBlob(const QVariant& bytes) {
    if (!bytes.isValid()) {
        return DraftNull{};
    }
    const QByteArray content = bytes.toByteArray();
    return ByteBuffer(content.begin(), content.end());
}

bool isBlobNull(const DraftValue& value) {
    return !std::holds_alternative<ByteBuffer>(value);
}

bool isReadableText(ByteView bytes) {
    const bool isPrintable = std::ranges::all_of(bytes, [](std::uint8_t code) {
        return (code >= 0x20 && code != 0x7f) || code == '\t' || code == '\n' || code == '\r';
    });
    return isPrintable && !firstInvalidUtf8(bytes);
}

QString blobText(const DraftValue& value) {
    const auto* held = std::get_if<ByteBuffer>(&value);
    if (held == nullptr) {
        return QStringLiteral("null");
    }
    if (held->empty()) {
        return emptyWord();
    }
    const ByteView bytes(*held);
    // A character that is cut in two does not make the rest unreadable.
    const ByteView judged = bytes.first(wholeCharacters(bytes, kJudgedBytes));
    if (!isReadableText(judged)) {
        return hexText(bytes, kShownBlobBytes);
    }
    const ByteView shown = judged.first(wholeCharacters(judged, std::size_t{4} * kShownText));
    QString text = textOf(shown).left(kShownText);
    const bool isCut = static_cast<std::size_t>(text.toUtf8().size()) < bytes.size();
    text = text == emptyWord() ? QLatin1Char('"') + text + QLatin1Char('"')
                               : QString::fromStdString(distinctText(text.toStdString()));
    text = visibleText(text, true).replace(QLatin1Char('\n'), QChar(0x21b5));
    return isCut ? text + QChar(0x2026) : text;
}

}  // namespace brokerscope
