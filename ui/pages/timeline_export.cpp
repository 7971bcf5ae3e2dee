#include "ui/pages/timeline_export.h"

#include "core/text/group_report.h"
#include "core/text/group_report_json.h"
#include "ui/timeline/timeline_view.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QTimeZone>

#include <array>

namespace brokerscope {
namespace {

constexpr qreal kPictureRatio = 2;
constexpr std::array<const char*, 4> kSuffixes = {"png", "svg", "json", "txt"};

QByteArray pngOf(TimelineView& view) {
    QImage image(view.viewport()->size() * kPictureRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPictureRatio);
    QPainter painter(&image);
    view.paintPicture(painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svgOf(TimelineView& view, const TimelineSnapshot& timeline) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.viewport()->size());
    generator.setViewBox(QRect(QPoint(), view.viewport()->size()));
    generator.setTitle(QString::fromStdString(timeline.group));
    QPainter painter(&generator);
    view.paintPicture(painter);
    painter.end();
    return bytes;
}

QByteArray reportOf(const TimelineSnapshot& timeline) {
    EventTextOptions options;
    options.zone = [zone = QTimeZone::systemTimeZone()](std::int64_t ms) {
        return std::int64_t{1000} * zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC));
    };
    return QByteArray::fromStdString(timelineReport(timeline, options));
}

QByteArray contentOf(TimelineBar::Export kind, TimelineView& view, const TimelineSnapshot& timeline) {
    switch (kind) {
        case TimelineBar::Export::Png:
            return pngOf(view);
        case TimelineBar::Export::Svg:
            return svgOf(view, timeline);
        case TimelineBar::Export::Json:
            return QByteArray::fromStdString(timelineJson(timeline) + '\n');
        case TimelineBar::Export::Report:
            return reportOf(timeline);
    }
    return {};
}

}  // namespace

QString saveTimeline(TimelineBar::Export kind, TimelineView& view, const TimelineSnapshot& timeline,
                     const QString& path) {
    QSaveFile file(path);
    const QByteArray content = contentOf(kind, view, timeline);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) {
        return {};
    }
    return QCoreApplication::translate("TimelineExport", "%1 cannot be written: %2").arg(path, file.errorString());
}

QString exportName(TimelineBar::Export kind, const QString& group) {
    QString name;
    for (const QChar character : group) {
        const bool isPlain = character.isLetterOrNumber() || QStringLiteral("-_.").contains(character);
        name += isPlain ? character : QLatin1Char('_');
    }
    return QStringLiteral("%1.%2").arg(name.isEmpty() ? QStringLiteral("group") : name,
                                       QLatin1String(kSuffixes.at(static_cast<std::size_t>(kind))));
}

}  // namespace brokerscope
