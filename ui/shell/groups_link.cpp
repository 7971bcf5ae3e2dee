#include "ui/shell/groups_link.h"

#include "core/internal_topics/group_type.h"
#include "core/records/record_trees.h"
#include "ui/models/open_document.h"
#include "ui/pages/exchange_documents.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/live_groups_feed.h"

namespace brokerscope {
GroupsLink::GroupsLink(Workbench& workbench, const SchemaRegistry& registry, GroupsPage& page, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_registry(registry), m_page(page) {
    m_page.setIdleText(tr("Connect to a cluster to see its groups live: who owns what, when, and why it moved."),
                       tr("Connect…"));
    connect(&m_page, &GroupsPage::evidenceWanted, this, &GroupsLink::showEvidence);
}

GroupsLink::~GroupsLink() {
    if (m_record != nullptr) {
        m_record->setNotice(nullptr);
        m_record->cancel();
    }
    m_page.setFeed(nullptr);
}

void GroupsLink::setCluster(const QString& cluster) {
    if (cluster == m_cluster) {
        return;
    }
    m_cluster = cluster;
    m_page.setFeed(nullptr);
    m_feed.reset();
    start();
}

void GroupsLink::pageShown() {
    m_wasSeen = true;
    start();
}

void GroupsLink::start() {
    if (m_wasSeen && m_feed == nullptr && !m_cluster.isEmpty()) {
        m_feed = std::make_unique<LiveGroupsFeed>(m_workbench, m_registry, m_cluster);
        m_page.setFeed(m_feed.get());
    }
}

void GroupsLink::showEvidence(const EventEvidence& evidence) {
    m_decoding.cancel();
    if (evidence.source == EventSource::Offsets) {
        fetchRecord(evidence.record);
    } else if (evidence.exchange != ExchangeId::None) {
        showExchange(evidence.exchange);
    } else {
        m_page.showEvidence(tr("concluded from other events"), nullptr);
    }
}

void GroupsLink::showExchange(ExchangeId id) {
    const auto exchange = m_workbench.exchanges()->find(id);
    const QString title = tr("exchange %1").arg(static_cast<qulonglong>(id));
    if (exchange == nullptr) {
        m_page.showEvidence(tr("%1 is not kept any more").arg(title), nullptr);
        return;
    }
    m_decoding.start(
        this,
        [&registry = m_registry, store = m_workbench.exchanges(), exchange](const CancelToken& cancel) {
            return decodeTrees(registry, *store, *exchange, cancel);
        },
        [this, exchange, title](const ExchangeTrees& trees) {
            const ExchangeDocuments documents = documentsOf(m_registry, *exchange, trees);
            m_page.showEvidence(title, documents.response != nullptr ? documents.response : documents.request);
        });
}

// The record is asked for again: what a watch read is not kept.
void GroupsLink::fetchRecord(const RecordPlace& place) {
    if (m_record != nullptr) {
        m_record->setNotice(nullptr);
        m_record->cancel();
    }
    FetchOptions options;
    options.topic = kOffsetsTopic;
    options.partition = place.partition;
    options.from = FetchFrom::Offset;
    options.value = place.offset;
    options.partitionMaxBytes = 1;
    options.maxBytes = 1;
    m_record = m_workbench.fetch(std::move(options));
    m_record->setNotice([this, place] {
        QMetaObject::invokeMethod(
            this, [this, place] { recordCame(place); }, Qt::QueuedConnection);
    });
    recordCame(place);
}

void GroupsLink::recordCame(const RecordPlace& place) {
    const QString title =
        tr("record %1 of %2-%3").arg(place.offset).arg(QString::fromLatin1(kOffsetsTopic.data())).arg(place.partition);
    if (m_record == nullptr) {
        return;
    }
    if (const auto piece = m_record->next()) {
        m_record->setNotice(nullptr);
        m_record->cancel();
        m_record.reset();
        const auto tree =
            piece->records.empty()
                ? nullptr
                : openRecordSet(std::make_shared<const ByteBuffer>(piece->records.begin(), piece->records.end()),
                                {BufferId::Main, 0, piece->records.size()});
        DocumentContext context{.registry = &m_registry};
        context.topic = kOffsetsTopic;
        m_page.showEvidence(title, tree != nullptr ? std::make_shared<OpenDocument>(tree, context) : nullptr);
    } else if (m_record->end()) {
        m_record.reset();
        m_page.showEvidence(tr("%1 is not there any more").arg(title), nullptr);
    }
}

}  // namespace brokerscope
