#include "ui/inspector/copy_formats.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/text/hex_dump.h"
#include "core/value/json_writer.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace brokerscope {
namespace {

constexpr std::size_t kBytesALine = 12;

QString cArray(ByteView bytes) {
    QString text = QStringLiteral("static const unsigned char bytes[%1] = {").arg(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        text += i % kBytesALine == 0 ? QStringLiteral("\n    ") : QStringLiteral(" ");
        text += QStringLiteral("0x") + QString::fromStdString(toHex(bytes.subspan(i, 1))) + QLatin1Char(',');
    }
    return text + QStringLiteral("\n};\n");
}

}  // namespace

QList<CopyFormat> nodeCopyFormats() {
    return {CopyFormat::Value,   CopyFormat::Path,   CopyFormat::Json,  CopyFormat::Hex,
            CopyFormat::HexDump, CopyFormat::Base64, CopyFormat::CArray};
}

QList<CopyFormat> byteCopyFormats() {
    return {CopyFormat::Hex, CopyFormat::HexDump, CopyFormat::Base64, CopyFormat::CArray};
}

QString copyFormatName(CopyFormat format, bool isMasked) {
    static constexpr const char* kNames[] = {
        QT_TRANSLATE_NOOP("CopyFormat", "Copy value"),       QT_TRANSLATE_NOOP("CopyFormat", "Copy path"),
        QT_TRANSLATE_NOOP("CopyFormat", "Copy as JSON"),     QT_TRANSLATE_NOOP("CopyFormat", "Copy as hex"),
        QT_TRANSLATE_NOOP("CopyFormat", "Copy as hex dump"), QT_TRANSLATE_NOOP("CopyFormat", "Copy as base64"),
        QT_TRANSLATE_NOOP("CopyFormat", "Copy as C array")};
    const QString name = QCoreApplication::translate("CopyFormat", kNames[static_cast<int>(format)]);
    return isMasked && format != CopyFormat::Path
               ? QCoreApplication::translate("CopyFormat", "%1, secrets masked").arg(name)
               : name;
}

namespace {

// Texts of fewer bytes are made at once.
constexpr std::uint64_t kCopiedAtOnce = 1 << 20;

QString textOf(ByteView bytes, std::uint64_t offset, CopyFormat format) {
    switch (format) {
        case CopyFormat::Hex:
            return QString::fromStdString(toHex(bytes));
        case CopyFormat::HexDump:
            return QString::fromStdString(hexDump(bytes, offset));
        case CopyFormat::Base64:
            return QString::fromStdString(toBase64(bytes));
        case CopyFormat::CArray:
            return cArray(bytes);
        default:
            return {};
    }
}

}  // namespace

QString copiedNode(const OpenDocument& document, const NodeRef& node, const QString& value, CopyFormat format) {
    const DocumentPart* part = document.partOf(node);
    if (part == nullptr) {
        return {};
    }
    switch (format) {
        case CopyFormat::Value:
            return value;
        case CopyFormat::Path:
            return QString::fromStdString(document.fullPath(node));
        case CopyFormat::Json:
            return QString::fromStdString(toJson(node, shownJson(document)));
        default:
            return copiedBytes(document, Document::span(*part, node), format);
    }
}

QString copiedBytes(const OpenDocument& document, ByteSpan span, CopyFormat format) {
    return textOf(shownBytes(document, span), span.offset, format);
}

void Copying::copyNode(const OpenDocument& document, const NodeRef& node, const QString& value, CopyFormat format) {
    const DocumentPart* part = document.partOf(node);
    const bool isJson = format == CopyFormat::Json;
    if (part == nullptr || format == CopyFormat::Value || format == CopyFormat::Path) {
        copy(0, [text = copiedNode(document, node, value, format)] { return text; });
    } else if (!isJson) {
        copyBytes(document, Document::span(*part, node), format);
    } else if (holdsHidden(document, node)) {
        // What is hidden is asked of the document, which is this thread's.
        copy(0, [text = copiedNode(document, node, value, format)] { return text; });
    } else {
        JsonOptions options = shownJson(document);
        options.inPlace = {};
        copy(node.span().length, [node, options] { return QString::fromStdString(toJson(node, options)); });
    }
}

void Copying::copyBytes(const OpenDocument& document, ByteSpan span, CopyFormat format) {
    copy(span.length,
         [bytes = shownBytes(document, span), offset = span.offset, format] { return textOf(bytes, offset, format); });
}

void Copying::copy(std::uint64_t size, std::function<QString()> make) {
    const auto take = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    if (size <= kCopiedAtOnce) {
        m_work.cancel();
        take(make());
        return;
    }
    m_work.start(
        m_owner,
        [make = std::move(make)](const CancelToken& cancel) { return cancel.isCancelled() ? QString() : make(); },
        take);
}

}  // namespace brokerscope
