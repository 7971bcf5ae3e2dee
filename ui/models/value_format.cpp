#include "ui/models/value_format.h"

#include "core/text/hex_dump.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace brokerscope {
namespace {

constexpr qsizetype kShownCharacters = 400;
constexpr std::size_t kShownBytes = 24;
constexpr QChar kSeparator{0x202f};
constexpr std::int64_t kLastMeaning = -1000;  // numbers from here to 0 are no times

}  // namespace

QString grouped(std::int64_t value) {
    QString digits = QString::number(value);
    const qsizetype first = value < 0 ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3) {
        digits.insert(at, kSeparator);
    }
    return digits;
}

QString withMeaning(const QString& value, const QString& meaning) {
    return meaning.isEmpty() ? value : value + QChar(kMeaningSeparator) + meaning;
}

QString countText(std::uint64_t count, const QString& one, const QString& many) {
    return grouped(static_cast<std::int64_t>(count)) + QLatin1Char(' ') + (count == 1 ? one : many);
}

QString hexText(ByteView bytes, std::size_t limit) {
    return QString::fromStdString(spacedHex(bytes, limit));
}

QString bytesText(ByteView bytes) {
    const QString size = countText(bytes.size(), QCoreApplication::translate("ValueFormat", "byte"),
                                   QCoreApplication::translate("ValueFormat", "bytes"));
    return withMeaning(size, hexText(bytes, kShownBytes));
}

QString realText(double value) {
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
    }
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString momentText(std::int64_t ms) {
    if (ms == -1) {
        return {};
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ms);
    const bool isWritable = time.isValid() && time.date().year() >= 1 && time.date().year() <= 9999;
    return isWritable ? time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz t")) : QString::number(ms);
}

QString timeText(std::int64_t value) {
    return value > kLastMeaning && value <= 0 ? QString::number(value) : recordTimeText(value);
}

QString recordTimeText(std::int64_t ms) {
    const QString number = QString::number(ms);
    const QString moment = momentText(ms);
    return withMeaning(number, moment == number ? QString() : moment);
}

QString durationText(std::int64_t value) {
    const QString text = grouped(value) + QStringLiteral(" ms");
    if (value < 10'000) {
        return text;
    }
    static constexpr std::pair<std::int64_t, const char*> kUnits[] = {
        {86'400'000, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1000, "s"}};
    for (const auto& [size, unit] : kUnits) {
        if (value % size == 0) {
            return withMeaning(text, QStringLiteral("= %1 %2").arg(grouped(value / size), QString::fromLatin1(unit)));
        }
    }
    return text;
}

QString typeText(const std::string& wireType) {
    return wireType == "BOOLEAN"
               ? QStringLiteral("bool")
               : QString::fromStdString(wireType).toLower().replace(QLatin1Char('_'), QLatin1Char(' '));
}

// Texts and numbers are JSON too, which the reader takes within a list alone.
bool isJson(ByteView bytes) {
    const auto text =
        QByteArray::fromRawData(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QJsonDocument::fromJson('[' + text + ']').array().size() == 1;
}

QString visibleText(const QString& text, bool keepsLines) {
    const auto isHidden = [keepsLines](char32_t point) {
        const QChar::Category category = QChar::category(point);
        const bool isKept = keepsLines && (point == U'\n' || point == U'\t');
        return (category == QChar::Other_Control || category == QChar::Other_Format) && !isKept;
    };
    const QList<uint> points = text.toUcs4();
    if (std::ranges::none_of(points, isHidden)) {
        return text;
    }
    QString visible;
    for (const char32_t point : points) {
        visible += isHidden(point) ? QStringLiteral("\\u%1").arg(static_cast<uint>(point), 4, 16, QLatin1Char('0'))
                                   : QString::fromUcs4(&point, 1);
    }
    return visible;
}

QString shownText(const QString& text) {
    if (text.isEmpty()) {
        return QStringLiteral("\"\"");
    }
    return visibleText(text.size() <= kShownCharacters ? text : text.left(kShownCharacters) + QChar(0x2026));
}

}  // namespace brokerscope
