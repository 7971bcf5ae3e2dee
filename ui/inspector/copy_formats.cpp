#include "ui/inspector/copy_formats.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/text/hex_dump.h"
#include "core/text/test_vector.h"
#include "core/value/json_writer.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include <iterator>

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

QList<CopyFormat> nodeCopyFormats(bool isMasked) {
    QList<CopyFormat> formats{CopyFormat::Value, CopyFormat::Path,    CopyFormat::Json,   CopyFormat::KafkaJson,
                              CopyFormat::Hex,   CopyFormat::HexDump, CopyFormat::Base64, CopyFormat::CArray};
    if (!isMasked) {
        formats.append(CopyFormat::TestVector);
    }
    return formats;
}

QList<CopyFormat> byteCopyFormats() {
    return {CopyFormat::Hex, CopyFormat::HexDump, CopyFormat::Base64, CopyFormat::CArray};
}

QString copyFormatName(CopyFormat format, bool isMasked) {
    static constexpr const char* kNames[] = {QT_TRANSLATE_NOOP("CopyFormat", "Copy value"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy path"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as JSON"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as Kafka's JSON"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as hex"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as hex dump"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as base64"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy as C array"),
                                             QT_TRANSLATE_NOOP("CopyFormat", "Copy message as test vector")};
    static_assert(std::size(kNames) == static_cast<std::size_t>(CopyFormat::TestVector) + 1);
    const QString name = QCoreApplication::translate("CopyFormat", kNames[static_cast<int>(format)]);
    return isMasked && format != CopyFormat::Path
               ? QCoreApplication::translate("CopyFormat", "%1, secrets masked").arg(name)
               : name;
}

namespace {

// Texts of fewer bytes are made at once.
constexpr std::uint64_t kCopiedAtOnce = 1 << 20;

JsonOptions jsonOptions(const OpenDocument& document, CopyFormat format) {
    JsonOptions options = shownJson(document);
    options.kafkaOnly = format == CopyFormat::KafkaJson;
    return options;
}

std::string vectorOf(const std::shared_ptr<const ValueTree>& message, const DocumentContext& context) {
    const SchemaRegistry& registry = context.registry != nullptr ? *context.registry : SchemaRegistry::embedded();
    return testVector(NodeRef::root(message), NestedOpener(registry, context.choice, context.limits), context.limits);
}

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
        case CopyFormat::KafkaJson:
            return QString::fromStdString(toJson(node, jsonOptions(document, format)));
        case CopyFormat::TestVector:
            return QString::fromStdString(vectorOf(document.message(), document.context()));
        default:
            return copiedBytes(document, Document::span(*part, node), format);
    }
}

QString copiedBytes(const OpenDocument& document, ByteSpan span, CopyFormat format) {
    return textOf(shownBytes(document, span), span.offset, format);
}

void Copying::copyNode(const OpenDocument& document, const NodeRef& node, const QString& value, CopyFormat format) {
    const DocumentPart* part = document.partOf(node);
    const bool isJson = format == CopyFormat::Json || format == CopyFormat::KafkaJson;
    if (format == CopyFormat::TestVector) {
        copy(document.message()->bytes->size(), [message = document.message(), context = document.context()] {
            return QString::fromStdString(vectorOf(message, context));
        });
    } else if (part == nullptr || format == CopyFormat::Value || format == CopyFormat::Path) {
        copy(0, [text = copiedNode(document, node, value, format)] { return text; });
    } else if (!isJson) {
        copyBytes(document, Document::span(*part, node), format);
    } else if (holdsHidden(document, node)) {
        // What is hidden is asked of the document, which is this thread's.
        copy(0, [text = copiedNode(document, node, value, format)] { return text; });
    } else {
        JsonOptions options = jsonOptions(document, format);
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
