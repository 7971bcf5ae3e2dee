#include "ui/shell/picture_samples.h"

#include "core/exchange/recording_writer.h"
#include "core/records/batch_iterator.h"
#include "ui/models/open_document.h"
#include "ui/models/record_sets.h"

#include <QDir>
#include <QFile>

namespace brokerscope {
namespace {

constexpr int kOffsetDigits = 20;

Error unwritable(const QString& path) {
    return {MessageId::FileUnwritable, {path.toStdString(), "it cannot be made"}, std::nullopt, {}};
}

}  // namespace

Result<QString> PictureSamples::writeSegment(const OpenDocument& answer) {
    const std::vector<NodeRef> sets = recordSetsOf(answer.message(), 1);
    BatchEntry first;
    if (sets.empty() || !BatchIterator(recordSetBytes(sets.front())).next(first)) {
        return tl::unexpected<Error>(Error{MessageId::Other, {"no records were fetched"}, std::nullopt, {}});
    }
    const QString folder = m_folder.filePath(QString::fromStdString(answer.recordsName(sets.front())));
    QFile file(folder + QStringLiteral("/%1.log").arg(first.offset, kOffsetDigits, 10, QLatin1Char('0')));
    const ByteView bytes = recordSetBytes(sets.front());
    const auto size = static_cast<qint64>(bytes.size());
    if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), size) != size) {
        return tl::unexpected<Error>(unwritable(file.fileName()));
    }
    return folder;
}

Result<QString> PictureSamples::writeRecording(const SchemaRegistry& registry, const ExchangeStore& store) {
    const QString path = m_folder.filePath(QStringLiteral("run.bsrec"));
    auto writer = RecordingWriter::open(path.toStdString(), registry, {});
    if (!writer) {
        return tl::unexpected<Error>(writer.error());
    }
    for (const auto& exchange : store.since(ExchangeId::None)) {
        (*writer)->record(exchange);
    }
    const RecordingStatus status = (*writer)->close();
    return status.error ? Result<QString>(tl::unexpected<Error>(*status.error)) : Result<QString>(path);
}

}  // namespace brokerscope
