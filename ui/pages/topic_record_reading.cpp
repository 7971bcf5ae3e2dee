#include "ui/pages/topic_record_reading.h"

#include "core/records/record_trees.h"
#include "core/text/hex_dump.h"
#include "core/text/indented_json.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"
#include "core/workbench/record_preview.h"
#include "core/workbench/topic_record_cursor.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace brokerscope {
namespace {

constexpr std::size_t kMostShown = 262'144;  // bytes of a key or value
constexpr std::size_t kMostHex = 16'384;
constexpr std::size_t kMarkerBytes = 5;
constexpr int kMostHeaders = 1000;
constexpr qsizetype kMostCharacters = 1'000'000;  // of a text: a view that is given more stands still

struct RecordWords {
    Q_DECLARE_TR_FUNCTIONS(RecordWords)
};

QString fromBytes(ByteView bytes) {
    return visibleText(
        QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())), true);
}

QString cutRemark(std::size_t shown, std::size_t size) {
    return shown < size ? RecordWords::tr("\n… the first %1 of %2").arg(bytesCountText(shown), bytesCountText(size))
                        : QString();
}

QString hexOf(ByteView bytes) {
    const ByteView shown = bytes.first(std::min(bytes.size(), kMostHex));
    return QString::fromStdString(hexDump(shown)).trimmed() + cutRemark(shown.size(), bytes.size());
}

QString indented(std::string_view json) {
    return QString::fromStdString(indentedJson(json));
}

QString jsonOf(ByteView bytes) {
    return isJson(bytes) ? indented(asText(bytes)) : RecordWords::tr("(no JSON)");
}

// What views are given.
QString limited(QString text) {
    if (text.size() <= kMostCharacters) {
        return text;
    }
    text.truncate(kMostCharacters);
    return text + RecordWords::tr("\n… the first %1 characters").arg(grouped(kMostCharacters));
}

QString plainOf(ByteView bytes, RecordWriting writing) {
    const ByteView shown = bytes.first(std::min(bytes.size(), kMostShown));
    if (writing == RecordWriting::Hex || (writing == RecordWriting::Text && !isPlainText(shown, true))) {
        return hexOf(bytes);
    }
    if (writing == RecordWriting::Json && shown.size() == bytes.size()) {
        return jsonOf(bytes);
    }
    return fromBytes(shown) + cutRemark(shown.size(), bytes.size());
}

// "value · 28 B · schema id 7", and below it what it says.
QString partText(const QString& name, const NullableBytes& content, RecordWriting writing) {
    if (content.isNull) {
        return RecordWords::tr("%1 · null").arg(name);
    }
    QString heading = QStringLiteral("%1 · %2").arg(name, bytesCountText(content.bytes.size()));
    ByteView shown = content.bytes;
    const auto schema = schemaIdOf(content.bytes);
    if (schema) {
        heading +=
            RecordWords::tr(" · begins as a schema registry marks values: magic byte 0, schema id %1").arg(*schema);
        shown = writing == RecordWriting::Hex ? shown : shown.subspan(kMarkerBytes);
    }
    return heading + QLatin1Char('\n') + plainOf(shown, writing);
}

QString headersText(const RecordView& record) {
    QString text = countText(static_cast<std::uint64_t>(std::max(record.headersCount, 0)), RecordWords::tr("header"),
                             RecordWords::tr("headers"));
    RecordHeaders headers(record);
    int shown = 0;
    for (RecordHeaderView header; shown < kMostHeaders && text.size() < kMostCharacters && headers.next(header);
         ++shown) {
        const QString key = fromBytes(asBytes(header.key));
        text += QStringLiteral("\n%1: %2")
                    .arg(key, header.value.isNull ? QStringLiteral("null")
                                                  : plainOf(header.value.bytes, RecordWriting::Text));
    }
    if (shown < record.headersCount) {
        text += RecordWords::tr("\n… %1 not shown")
                    .arg(countText(static_cast<std::uint64_t>(record.headersCount - shown), RecordWords::tr("header"),
                                   RecordWords::tr("headers")));
    }
    return text;
}

QString ordinaryText(const RecordView& record, RecordWriting writing) {
    return QStringList{partText(RecordWords::tr("key"), record.key, writing),
                       partText(RecordWords::tr("value"), record.value, writing), headersText(record)}
        .join(QStringLiteral("\n\n"));
}

// Texts of decoded records, and of control records, whose hex is plain.
void writeDecoded(TopicRecordReading& reading, const TopicRowContext& context, const RecordView& record,
                  ByteView bytes) {
    ReadableOptions options;
    options.registry = context.registry;
    options.mask = true;
    options.longest = 0;
    const TopicRecordText texts(*context.registry, {}, context.limits, options);
    const InternalTopicFacts* topic = texts.reader().topic(context.decodedAs);
    const TopicRecord read = texts.reader().read(*topic, record.key, record.value);
    std::vector<Diagnostic> remarks;
    QString text;
    texts.writeTrees(read, record, 0, [&text](std::string_view line) {
        if (text.size() <= kMostCharacters) {
            text += QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())) + QLatin1Char('\n');
        }
    });
    reading.texts[0] = text.trimmed();
    reading.texts[1] = indented(texts.json(read, record, bytes, remarks));
    // The trees say those of what they show.
    for (const Diagnostic& remark : remarks) {
        const QString said = QString::fromStdString(remark.text());
        if (!reading.texts[0].contains(said)) {
            reading.texts[0] += QLatin1String("\n! ") + said;
        }
    }
    if (const auto masked = texts.masked(read, record)) {
        reading.texts[2] = ordinaryText(masked->view, RecordWriting::Hex);
    }
}

void writeTexts(TopicRecordReading& reading, const TopicRowsModel::Place& place, const TopicRowContext& context,
                const RecordView& record, ByteView bytes) {
    for (const RecordWriting writing : {RecordWriting::Text, RecordWriting::Json, RecordWriting::Hex}) {
        reading.texts[static_cast<std::size_t>(writing)] = ordinaryText(record, writing);
    }
    if (place.batch().isControl) {
        const ControlText control = controlText(*context.registry, record, context.limits);
        reading.texts[0] = QString::fromStdString(control.line());
        reading.texts[1] = indented(control.json);
    } else if (!context.decodedAs.empty()) {
        writeDecoded(reading, context, record, bytes);
    }
    std::ranges::transform(reading.texts, reading.texts.begin(), limited);
}

}  // namespace

TopicRecordReading readTopicRecord(const TopicRowsModel::Place& place, const TopicRowContext& context,
                                   const CancelToken& cancel) {
    TopicRecordReading reading;
    if (cancel.isCancelled()) {
        return reading;
    }
    auto bytes = batchBytes(place.batch());
    if (!bytes) {
        reading.failure = QString::fromStdString(bytes.error().text());
        return reading;
    }
    const auto shared = std::make_shared<const ByteBuffer>(std::move(*bytes));
    reading.batch = openRecordSet(shared, {BufferId::Main, 0, shared->size()}, context.limits);
    TopicRecordCursor cursor(context.limits);
    if (const RecordView* record = cursor.record(*place.piece, *place.row)) {
        writeTexts(reading, place, context, *record, cursor.bytes());
    } else {
        reading.failure = RecordWords::tr("The record cannot be read any more: its batch is broken or gone.");
    }
    return reading;
}

}  // namespace brokerscope
