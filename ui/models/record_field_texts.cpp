#include "ui/models/record_field_texts.h"

#include "core/records/batch_crc.h"
#include "core/records/compression_type.h"
#include "core/records/record_formats.h"
#include "ui/models/compression_texts.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>

#include <array>

namespace brokerscope {
namespace {

constexpr std::int64_t kAppendTimeBit = 0x08;

struct RecordTexts {
    Q_DECLARE_TR_FUNCTIONS(RecordTexts)
};

// The magic of a batch or message, in a set or by itself; nothing for another node.
std::optional<int> magicOf(const NodeRef& node) {
    if (!node.isValid()) {
        return std::nullopt;
    }
    const RecordFormats& formats = RecordFormats::embedded();
    const auto& layouts = node.tree().layouts;
    const bool isWhole = !node.parent().isValid() && !layouts.empty();
    for (int magic = 0; magic < 3; ++magic) {
        const auto& layout = magic == 2 ? formats.batchHeader() : formats.message(magic);
        const bool isMade = isWhole && (layouts.back() == layout || (magic == 2 && layouts.back() == formats.batch()));
        if (isMade || node.field() == &formats.elementField(magic)) {
            return magic;
        }
    }
    return std::nullopt;
}

bool isRecord(const NodeRef& node) {
    return node.isValid() && node.kind() == NodeKind::Struct &&
           node.field() == &RecordFormats::embedded().recordsField();
}

std::optional<std::int64_t> numberOf(const NodeRef& node, std::string_view name) {
    const auto field = node.isValid() ? node.findField(name) : std::nullopt;
    return field && !field->isUnread() ? std::optional(field->node().integer) : std::nullopt;
}

QString codecText(std::int64_t attributes) {
    const auto codec = compressionOf(static_cast<int>(attributes));
    if (!codec) {
        return RecordTexts::tr("unknown compression %1").arg(attributes & kCompressionMask);
    }
    const std::string_view name = compressionName(*codec);
    return *codec == CompressionType::None ? RecordTexts::tr("no compression")
                                           : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

struct AttributeBit {
    std::int64_t bit;
    const char* set;
    const char* unset;
};
constexpr std::array kBatchBits{
    AttributeBit{3, QT_TRANSLATE_NOOP("RecordTexts", "timestamps are those of the append (LogAppendTime)"),
                 QT_TRANSLATE_NOOP("RecordTexts", "timestamps are the producer's (CreateTime)")},
    AttributeBit{4, QT_TRANSLATE_NOOP("RecordTexts", "part of a transaction"),
                 QT_TRANSLATE_NOOP("RecordTexts", "not part of a transaction")},
    AttributeBit{5, QT_TRANSLATE_NOOP("RecordTexts", "control batch, never delivered to consumers"),
                 QT_TRANSLATE_NOOP("RecordTexts", "records of producers, no control batch")},
    AttributeBit{6, QT_TRANSLATE_NOOP("RecordTexts", "the base timestamp is the delete horizon"),
                 QT_TRANSLATE_NOOP("RecordTexts", "no delete horizon")},
};

QStringList bitLines(std::int64_t attributes, int magic) {
    QStringList lines{
        RecordTexts::tr("bits 0-2 = %1: %2").arg(attributes & kCompressionMask).arg(codecText(attributes))};
    const std::size_t bits = magic == 2 ? kBatchBits.size() : magic;
    for (std::size_t i = 0; i < bits; ++i) {
        const AttributeBit& bit = kBatchBits[i];
        const bool isSet = (attributes >> bit.bit & 1) != 0;
        lines.append(RecordTexts::tr("bit %1 = %2: %3")
                         .arg(bit.bit)
                         .arg(isSet ? 1 : 0)
                         .arg(RecordTexts::tr(isSet ? bit.set : bit.unset)));
    }
    return lines;
}

QString crcText(std::uint32_t crc) {
    return QStringLiteral("0x%1").arg(crc, 8, 16, QLatin1Char('0'));
}

QString crcLine(const NodeRef& entry) {
    BatchEntry whole;
    BatchIterator iterator(entry.tree().view(entry.node()));
    const auto crc = iterator.next(whole) ? checkCrc(whole) : std::nullopt;
    if (!crc) {
        return RecordTexts::tr("The batch is cut off, so its checksum cannot be computed.");
    }
    const std::uint64_t base = entry.span().offset;
    QString line =
        RecordTexts::tr("%1 over bytes %2 to %3 (%4): computed %5, stored %6: %7")
            .arg(QString::fromUtf8(crc->kind.data(), static_cast<qsizetype>(crc->kind.size())))
            .arg(base + crc->range.first)
            .arg(base + crc->range.end - 1)
            .arg(countText(crc->range.end - crc->range.first, RecordTexts::tr("byte"), RecordTexts::tr("bytes")),
                 crcText(crc->computed), crcText(crc->stored),
                 crc->isGood() ? RecordTexts::tr("equal") : RecordTexts::tr("not equal"));
    return line;
}

// A record's own batch, one part further out.
NodeRef batchOf(const DocumentPart& part) {
    return part.kind == PartKind::Records ? part.owner.parent() : NodeRef();
}

QStringList deltaLines(const DocumentPart& part, const NodeRef& node, const std::string& name) {
    const NodeRef batch = batchOf(part);
    const std::int64_t delta = node.node().integer;
    if (const auto base = numberOf(batch, "baseOffset"); base && name == "offsetDelta") {
        return {RecordTexts::tr("offset = base offset %1 + %2 = %3").arg(*base).arg(delta).arg(*base + delta)};
    }
    const bool isAppendTime = (numberOf(batch, "attributes").value_or(0) & kAppendTimeBit) != 0;
    const auto base = numberOf(batch, isAppendTime ? "maxTimestamp" : "baseTimestamp");
    if (!base || name != "timestampDelta") {
        return {};
    }
    return {isAppendTime ? RecordTexts::tr("LogAppendTime: the timestamp is the batch's, %1").arg(recordTimeText(*base))
                         : RecordTexts::tr("timestamp = base timestamp %1 + %2 = %3")
                               .arg(*base)
                               .arg(delta)
                               .arg(recordTimeText(*base + delta))};
}

QString sizeText(const NodeRef& record, std::string_view name) {
    const auto field = record.findField(name);
    if (!field || field->isUnread()) {
        return QStringLiteral("–");
    }
    return field->isNull() ? QStringLiteral("null")
                           : RecordTexts::tr("%1 B").arg(grouped(static_cast<std::int64_t>(field->content().size())));
}

QString entrySummary(const NodeRef& entry, int magic) {
    QStringList texts;
    const std::int64_t attributes = numberOf(entry, "attributes").value_or(0);
    if (magic == 2) {
        const std::int64_t base = numberOf(entry, "baseOffset").value_or(0);
        const std::int64_t last = base + numberOf(entry, "lastOffsetDelta").value_or(0);
        texts.append(base == last ? RecordTexts::tr("offset %1").arg(base)
                                  : RecordTexts::tr("offsets %1 to %2").arg(base).arg(last));
        if (const auto count = numberOf(entry, "recordsCount"); count && *count >= 0) {
            texts.append(
                countText(static_cast<std::uint64_t>(*count), RecordTexts::tr("record"), RecordTexts::tr("records")));
        }
    } else {
        texts.append(RecordTexts::tr("message, offset %1").arg(numberOf(entry, "offset").value_or(0)));
    }
    if ((attributes & kCompressionMask) != 0) {
        texts.append(codecText(attributes));
    }
    for (const auto& [bit, word] : {std::pair{4, RecordTexts::tr("transactional")}, {5, RecordTexts::tr("control")}}) {
        if (magic == 2 && (attributes >> bit & 1) != 0) {
            texts.append(word);
        }
    }
    return texts.join(QStringLiteral(" · "));
}

QStringList entryFieldLines(const NodeRef& node, const std::string& name, int magic) {
    if (name == "crc") {
        return {crcLine(node.parent())};
    }
    if (name == "attributes") {
        return bitLines(node.node().integer, magic);
    }
    const bool isCompressed = name == (magic == 2 ? "records" : "value");
    return isCompressed ? compressionLines(numberOf(node.parent(), "attributes").value_or(0), node.content(),
                                           contentSpan(node).offset)
                        : QStringList();
}

}  // namespace

std::optional<QString> recordSummary(const DocumentPart& part, const NodeRef& node) {
    if (const auto magic = magicOf(node)) {
        return entrySummary(node, *magic);
    }
    if (!isRecord(node)) {
        return std::nullopt;
    }
    const auto base = numberOf(batchOf(part), "baseOffset");
    const auto delta = numberOf(node, "offsetDelta");
    const QString place = base && delta ? RecordTexts::tr("offset %1").arg(*base + *delta) : RecordTexts::tr("record");
    return RecordTexts::tr("%1 · key %2 · value %3").arg(place, sizeText(node, "key"), sizeText(node, "value"));
}

std::optional<QString> entryFieldMeaning(const NodeRef& node) {
    const auto magic = magicOf(node.parent());
    if (!magic || node.field() == nullptr || node.isUnread()) {
        return std::nullopt;
    }
    const std::string& name = node.field()->spec->jsonName;
    if (name == "crc") {
        return crcText(static_cast<std::uint32_t>(node.node().integer));
    }
    if (name != "attributes") {
        return std::nullopt;
    }
    const std::int64_t attributes = node.node().integer;
    QStringList words{codecText(attributes)};
    if (*magic > 0) {
        words.append((attributes & kAppendTimeBit) != 0 ? QStringLiteral("LogAppendTime")
                                                        : QStringLiteral("CreateTime"));
    }
    for (const auto& [bit, word] : {std::pair{4, RecordTexts::tr("transactional")},
                                    {5, RecordTexts::tr("control")},
                                    {6, RecordTexts::tr("delete horizon")}}) {
        if (*magic == 2 && (attributes >> bit & 1) != 0) {
            words.append(word);
        }
    }
    return words.join(QStringLiteral(", "));
}

QStringList recordFieldLines(const DocumentPart& part, const NodeRef& node) {
    if (!node.isValid() || node.field() == nullptr || node.isUnread()) {
        return {};
    }
    const std::string& name = node.field()->spec->jsonName;
    if (const auto magic = magicOf(node.parent())) {
        return entryFieldLines(node, name, *magic);
    }
    return isRecord(node.parent()) ? deltaLines(part, node, name) : QStringList();
}

std::optional<ByteSpan> coveredBytes(const NodeRef& node) {
    const NodeRef entry = node.isValid() ? node.parent() : NodeRef();
    if (!magicOf(entry) || node.field() == nullptr || node.field()->spec->jsonName != "crc") {
        return std::nullopt;
    }
    BatchEntry whole;
    BatchIterator iterator(entry.tree().view(entry.node()));
    const auto range = iterator.next(whole) ? crcRange(whole) : std::nullopt;
    return range
               ? std::optional(ByteSpan{BufferId::Main, entry.span().offset + range->first, range->end - range->first})
               : std::nullopt;
}

QString partName(const DocumentPart& part) {
    if (!part.owner.isValid()) {
        return RecordTexts::tr("Message");
    }
    const NodeRef entry = part.owner.parent();
    if (const auto magic = magicOf(entry)) {
        const std::int64_t attributes = numberOf(entry, "attributes").value_or(0);
        const QString what = *magic == 2 ? RecordTexts::tr("Batch %1").arg(*numberOf(entry, "baseOffset"))
                                         : RecordTexts::tr("Message %1").arg(*numberOf(entry, "offset"));
        return (attributes & kCompressionMask) != 0 ? QStringLiteral("%1 · %2").arg(what, codecText(attributes)) : what;
    }
    return QString::fromStdString(part.name.empty() ? part.owner.path() : part.name);
}

}  // namespace brokerscope
