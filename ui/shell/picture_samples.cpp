#include "ui/shell/picture_samples.h"

#include "core/exchange/recording_writer.h"
#include "core/records/batch_iterator.h"
#include "core/schema/api_keys.h"
#include "ui/models/open_document.h"
#include "ui/models/record_sets.h"
#include "ui/pages/exchange_documents.h"

#include <QDir>
#include <QFile>

namespace brokerscope {
namespace {

constexpr int kOffsetDigits = 20;

Error unwritable(const QString& path) {
    return {MessageId::FileUnwritable, {path.toStdString(), "it cannot be made"}, std::nullopt, {}};
}

}  // namespace

Result<QString> PictureSamples::writeSegment(const SchemaRegistry& registry, const ExchangeStore& store) {
    const ReadingContext reading(registry, {});
    const auto exchanges = store.since(ExchangeId::None);
    for (auto exchange = exchanges.rbegin(); exchange != exchanges.rend(); ++exchange) {
        if ((*exchange)->apiKey != api_key::kFetch || (*exchange)->response == nullptr) {
            continue;
        }
        const auto answer = documentsOf(reading, **exchange,
                                        {requestTree(registry, **exchange, {}, reading.limits()),
                                         responseTree(registry, **exchange, {}, reading.limits())})
                                .response;
        for (const NodeRef& set : recordSetsOf(answer->message(), 1)) {
            BatchEntry first;
            if (BatchIterator(recordSetBytes(set)).next(first)) {
                return writeSet(*answer, set, first.offset);
            }
        }
    }
    return tl::unexpected<Error>(Error{MessageId::Other, {"no records were fetched"}, std::nullopt, {}});
}

Result<QString> PictureSamples::writeSet(const OpenDocument& answer, const NodeRef& set, std::int64_t firstOffset) {
    const QString folder = m_folder.filePath(QString::fromStdString(answer.recordsName(set)));
    QFile file(folder + QStringLiteral("/%1.log").arg(firstOffset, kOffsetDigits, 10, QLatin1Char('0')));
    const ByteView bytes = recordSetBytes(set);
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
