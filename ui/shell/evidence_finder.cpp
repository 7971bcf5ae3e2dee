#include "ui/shell/evidence_finder.h"

#include "core/internal_topics/group_type.h"
#include "core/records/record_trees.h"
#include "core/workbench/kept_groups.h"
#include "ui/models/open_document.h"
#include "ui/pages/exchange_documents.h"

namespace brokerscope {
namespace {

QString recordTitle(const RecordPlace& place) {
    return EvidenceFinder::tr("record %1 of %2-%3")
        .arg(place.offset)
        .arg(QString::fromLatin1(kOffsetsTopic.data()))
        .arg(place.partition);
}

}  // namespace

EvidenceFinder::EvidenceFinder(Workbench& workbench, const ReadingContext& context, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_context(context) {}

EvidenceFinder::~EvidenceFinder() {
    cancel();
}

void EvidenceFinder::cancel() {
    m_work.cancel();
    if (m_record != nullptr) {
        m_record->setNotice(nullptr);
        m_record->cancel();
        m_record.reset();
    }
}

void EvidenceFinder::find(const EventEvidence& evidence) {
    cancel();
    if (evidence.source == EventSource::Offsets) {
        fetchRecord(evidence.record);
    } else {
        findExchange(evidence.exchange, m_workbench.exchanges());
    }
}

void EvidenceFinder::findKept(const std::shared_ptr<const KeptGroups>& kept, const EventEvidence& evidence) {
    cancel();
    if (kept == nullptr) {
        return;
    }
    if (evidence.source != EventSource::Offsets) {
        findExchange(evidence.exchange, kept->exchanges());
        return;
    }
    m_work.start(
        this, [kept, place = evidence.record](const CancelToken&) { return kept->batchOf(place); },
        [this, place = evidence.record](const std::shared_ptr<const ValueTree>& tree) { showRecord(place, tree); });
}

void EvidenceFinder::findExchange(ExchangeId id, const std::shared_ptr<ExchangeStore>& store) {
    if (id == ExchangeId::None) {
        Q_EMIT found(tr("concluded from other events"), nullptr);
        return;
    }
    const QString title = tr("exchange %1").arg(static_cast<qulonglong>(id));
    const std::shared_ptr<const Exchange> exchange = store->find(id);
    if (exchange == nullptr) {
        Q_EMIT found(tr("%1 is not kept any more").arg(title), nullptr);
        return;
    }
    m_work.start(
        this,
        [context = m_context.frozen(), store, exchange](const CancelToken& cancel) {
            return decodeTrees(context.registry(), *store, *exchange, context.limits(), cancel);
        },
        [this, exchange, title](const ExchangeTrees& trees) {
            const ExchangeDocuments documents = documentsOf(m_context, *exchange, trees);
            Q_EMIT found(title, documents.response != nullptr ? documents.response : documents.request);
        });
}

void EvidenceFinder::fetchRecord(const RecordPlace& place) {
    FetchOptions options;
    options.topic = kOffsetsTopic;
    options.partition = place.partition;
    options.from = FetchFrom::Offset;
    options.value = place.offset;
    options.partitionMaxBytes = 1;
    options.maxBytes = 1;
    m_record = m_workbench.fetch(std::move(options));
    // A queued call may come after another record was asked for: it says which stream it is about.
    m_record->setNotice([this, place, stream = std::weak_ptr(m_record)] {
        QMetaObject::invokeMethod(
            this, [this, place, stream] { takeRecord(stream.lock(), place); }, Qt::QueuedConnection);
    });
    takeRecord(m_record, place);
}

void EvidenceFinder::takeRecord(const std::shared_ptr<FetchStream>& stream, const RecordPlace& place) {
    if (stream == nullptr || stream != m_record) {
        return;
    }
    if (const auto piece = stream->next()) {
        cancel();
        m_work.start(
            this,
            [limits = m_context.limits(), bytes = std::make_shared<const ByteBuffer>(
                                              piece->records.begin(), piece->records.end())](const CancelToken&) {
                return bytes->empty() ? nullptr : openRecordSet(bytes, {BufferId::Main, 0, bytes->size()}, limits);
            },
            [this, place](const std::shared_ptr<const ValueTree>& tree) { showRecord(place, tree); });
    } else if (stream->end()) {
        cancel();
        showRecord(place, nullptr);
    }
}

void EvidenceFinder::showRecord(const RecordPlace& place, const std::shared_ptr<const ValueTree>& tree) {
    const QString title = recordTitle(place);
    if (tree == nullptr) {
        Q_EMIT found(tr("%1 is not there any more").arg(title), nullptr);
        return;
    }
    DocumentContext context = m_context.document();
    context.topic = kOffsetsTopic;
    Q_EMIT found(title, std::make_shared<OpenDocument>(tree, context));
}

}  // namespace brokerscope
