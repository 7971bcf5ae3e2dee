#include "ui/inspector/record_full_text.h"

#include "core/internal_topics/record_phrase.h"
#include "core/text/indented_json.h"
#include "core/text/topic_record_text.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kShownPart = 65'536;  // bytes of a key or value in full
constexpr int kMostShownHeaders = 200;

struct FullRecord {
    Q_DECLARE_TR_FUNCTIONS(FullRecord)
};

QString sizeOf(std::size_t size) {
    return FullRecord::tr("%1 B").arg(grouped(static_cast<std::int64_t>(size)));
}

QString utf8(ByteView bytes) {
    return visibleText(
        QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())), true);
}

QString bytesInFull(ByteView bytes, RecordText form) {
    const ByteView shown = bytes.first(std::min(bytes.size(), kShownPart));
    const RecordList::Cell cell{ByteBuffer(shown.begin(), shown.end()), bytes.size(), false, false};
    QString text;
    if (form == RecordText::Hex || !isRecordText(cell)) {
        text = hexText(shown, kShownPart);
    } else if (form == RecordText::Json && shown.size() == bytes.size() && isJson(shown)) {
        text = visibleText(QString::fromStdString(indentedJson(asText(shown))), true);
    } else {
        text = utf8(shown);
    }
    return shown.size() == bytes.size()
               ? text
               : FullRecord::tr("%1\n… the first %2 of %3").arg(text, sizeOf(shown.size()), sizeOf(bytes.size()));
}

// "null", "not read", or "3 B" with the bytes behind `gap`.
QString contentInFull(const NullableBytes& content, RecordText form, QChar gap) {
    if (content.isMissing) {
        return FullRecord::tr("not read");
    }
    if (content.isNull) {
        return QStringLiteral("null");
    }
    const QString size = sizeOf(content.bytes.size());
    return content.bytes.empty() ? size : size + gap + bytesInFull(content.bytes, form);
}

QString headersInFull(const RecordView& record) {
    QString text = countText(static_cast<std::uint64_t>(std::max(record.headersCount, 0)), FullRecord::tr("header"),
                             FullRecord::tr("headers"));
    RecordHeaders headers(record);
    int shown = 0;
    for (RecordHeaderView header; shown < kMostShownHeaders && headers.next(header); ++shown) {
        text += QStringLiteral("\n%1 · %2")
                    .arg(utf8(asBytes(header.key)), contentInFull(header.value, RecordText::Text, QLatin1Char(' ')));
    }
    if (shown < record.headersCount) {
        text += FullRecord::tr("\n… %1 not shown")
                    .arg(countText(static_cast<std::uint64_t>(record.headersCount - shown), FullRecord::tr("header"),
                                   FullRecord::tr("headers")));
    }
    return text;
}

QString partsInFull(const RecordView& record, RecordText form) {
    const bool isTombstone =
        record.value.isNull && !record.value.isMissing && !record.key.isNull && !record.key.isMissing;
    const QString value = contentInFull(record.value, form, QLatin1Char('\n'));
    return QStringList{
        FullRecord::tr("key · %1").arg(contentInFull(record.key, form, QLatin1Char('\n'))),
        FullRecord::tr("value · %1").arg(isTombstone ? FullRecord::tr("%1 (tombstone)").arg(value) : value),
        headersInFull(record)}
        .join(QStringLiteral("\n\n"));
}

QString decodedInFull(const RecordView& record, RecordText form, const RecordsOrigin& origin) {
    ReadableOptions options;
    options.registry = origin.registry;
    options.mask = origin.masksSecrets;
    options.longest = 0;
    const TopicRecordText texts(*origin.registry, {}, {}, options);
    const TopicRecord read = texts.reader().read(*origin.topic, record.key, record.value);
    if (!read.type) {
        return {};
    }
    std::vector<Diagnostic> remarks;
    std::string lines;
    if (form == RecordText::Json) {
        const ByteView bytes = record.key.isNull ? record.value.bytes : record.key.bytes;
        lines = indentedJson(texts.json(read, record, bytes, remarks));
        for (const Diagnostic& remark : remarks) {
            lines += "\n! " + remark.text();
        }
        return visibleText(QString::fromStdString(lines), true);
    }
    lines = TopicRecordText::heading(read, phraseOf(read, record).text) + '\n';
    texts.writeTrees(read, record, 0, [&lines](std::string_view line) {
        lines += line;
        lines += '\n';
    });
    return visibleText(QString::fromStdString(lines).trimmed(), true);
}

}  // namespace

QString recordFullText(const RecordView& record, const RecordView& shown, RecordText form,
                       const RecordsOrigin& origin) {
    const bool isDecoded = origin.isDecoded() && form != RecordText::Hex && record.value.bytes.size() <= kShownPart;
    const QString decoded = isDecoded ? decodedInFull(record, form, origin) : QString();
    return decoded.isEmpty() ? partsInFull(shown, form) : decoded;
}

}  // namespace brokerscope
