#include "ui/models/draft_blob.h"

#include "core/base/utf8.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr qsizetype kShownText = 200;  // characters
constexpr std::size_t kShownBlobBytes = 64;

ByteView viewOf(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

}  // namespace

QVariant blobOf(const DraftValue& value) {
    const auto* bytes = std::get_if<ByteBuffer>(&value);
    return bytes == nullptr ? QVariant()
                            : QVariant(QByteArray(reinterpret_cast<const char*>(bytes->data()),
                                                  static_cast<qsizetype>(bytes->size())));
}

DraftValue draftBlob(const QVariant& bytes) {
    if (!bytes.isValid()) {
        return DraftNull{};
    }
    const QByteArray content = bytes.toByteArray();
    return ByteBuffer(content.begin(), content.end());
}

bool isReadableText(const QByteArray& bytes) {
    const bool isPrintable = std::ranges::all_of(bytes, [](char character) {
        const auto code = static_cast<unsigned char>(character);
        return (code >= 0x20 && code != 0x7f) || code == '\t' || code == '\n' || code == '\r';
    });
    return isPrintable && !firstInvalidUtf8(viewOf(bytes));
}

QString blobText(const DraftValue& value) {
    const QVariant held = blobOf(value);
    if (!held.isValid()) {
        return QStringLiteral("null");
    }
    const QByteArray bytes = held.toByteArray();
    if (bytes.isEmpty()) {
        return QCoreApplication::translate("DraftBlob", "empty");
    }
    if (!isReadableText(bytes)) {
        return hexText(viewOf(bytes), kShownBlobBytes);
    }
    QString text = QString::fromUtf8(bytes.left(4 * kShownText)).left(kShownText);
    const bool isCut = text.toUtf8().size() < bytes.size();
    text.replace(QLatin1Char('\n'), QChar(0x21b5));
    return isCut ? text + QChar(0x2026) : text;
}

}  // namespace brokerscope
