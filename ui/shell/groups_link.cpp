#include "ui/shell/groups_link.h"

#include "core/internal_topics/group_type.h"
#include "core/records/record_trees.h"
#include "core/workbench/run_recording.h"
#include "ui/models/open_document.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_documents.h"
#include "ui/pages/file_groups_feed.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/groups_source_bar.h"
#include "ui/pages/live_groups_feed.h"
#include "ui/widgets/message_bar.h"

#include <QDateTime>
#include <QFileDialog>
#include <QPushButton>

#include <algorithm>

namespace brokerscope {
namespace {

QString recordTitle(const RecordPlace& place) {
    return GroupsLink::tr("record %1 of %2-%3")
        .arg(place.offset)
        .arg(QString::fromLatin1(kOffsetsTopic.data()))
        .arg(place.partition);
}

}  // namespace

GroupsLink::GroupsLink(Workbench& workbench, const SchemaRegistry& registry, GroupsPage& page, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_registry(registry), m_page(page) {
    m_page.setIdleText(
        tr("Connect to a cluster to see its groups live: who owns what, when, and why it moved. Or open a "
           "recording, a capture or a segment of __consumer_offsets (Ctrl+Alt+K)."),
        tr("Connect…"));
    connect(&m_page, &GroupsPage::evidenceWanted, this, &GroupsLink::showEvidence);
    connectSourceBar();
}

void GroupsLink::connectSourceBar() {
    const GroupsSourceBar& bar = m_page.sourceBar();
    connect(&bar, &GroupsSourceBar::fileWanted, this, &GroupsLink::askForFile);
    connect(&bar, &GroupsSourceBar::folderWanted, this, &GroupsLink::askForFolder);
    connect(&bar, &GroupsSourceBar::liveWanted, this, &GroupsLink::showLive);
    connect(&bar, &GroupsSourceBar::recordWanted, this, &GroupsLink::toggleRecording);
    connect(&bar, &GroupsSourceBar::cancelWanted, this, [this] {
        if (m_file != nullptr) {
            m_file->cancel();
        }
    });
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
    stopRecording();
    if (m_file == nullptr) {
        m_page.setFeed(nullptr);
    }
    m_feed.reset();
    m_page.sourceBar().setLive(!cluster.isEmpty());
    start();
}

void GroupsLink::pageShown() {
    m_wasSeen = true;
    start();
}

void GroupsLink::start() {
    if (m_wasSeen && m_feed == nullptr && !m_cluster.isEmpty()) {
        m_feed = std::make_unique<LiveGroupsFeed>(m_workbench, m_registry, m_cluster);
        if (m_file == nullptr) {
            m_page.setFeed(m_feed.get());
        }
    }
}

void GroupsLink::askForFile() {
    const QString path = QFileDialog::getOpenFileName(
        &m_page, tr("Open a recording, a packet capture or a segment of __consumer_offsets"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void GroupsLink::askForFolder() {
    const QString path =
        QFileDialog::getExistingDirectory(&m_page, tr("Open a log directory, or a partition's folder in it"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void GroupsLink::open(const QString& path) {
    m_page.setFeed(nullptr);
    m_file = std::make_unique<FileGroupsFeed>(m_registry, path);
    GroupsSourceBar& bar = m_page.sourceBar();
    bar.setFile(m_file->name());
    connect(m_file.get(), &FileGroupsFeed::progressed, &bar,
            [this, &bar] { bar.setProgress(m_file->isReading() ? std::min(m_file->progress().percent(), 99) : 100); });
    m_page.setFeed(m_file.get());
}

// What the cluster said meanwhile is asked for anew.
void GroupsLink::showLive() {
    closeFile();
    m_feed.reset();
    start();
}

void GroupsLink::closeFile() {
    m_page.setFeed(nullptr);
    m_file.reset();
    m_page.sourceBar().setFile({});
}

void GroupsLink::toggleRecording() {
    if (isRecording()) {
        stopRecording();
        return;
    }
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("'groups-'yyyyMMdd-HHmmss'.bsrec'"));
    const QString path = m_cluster.isEmpty()
                             ? QString()
                             : QFileDialog::getSaveFileName(&m_page, tr("Record what is seen from now on"), name);
    if (path.isEmpty()) {
        m_page.sourceBar().setRecording(false);
        return;
    }
    record(path);
}

void GroupsLink::record(const QString& path) {
    if (m_cluster.isEmpty()) {
        return;
    }
    stopRecording();
    auto recording = RunRecording::begin(path.toStdString(), m_workbench.exchanges(), m_workbench.settings(), false);
    if (!recording) {
        m_page.sourceBar().setRecording(false);
        m_page.messages().showMessage(StatusKind::Error, QString::fromStdString(recording.error().text()),
                                      tr("Choose another place."));
        return;
    }
    m_recording = std::move(*recording);
    m_recordingPath = path;
    m_page.sourceBar().setRecording(true, tr("Everything that is exchanged goes into %1").arg(path));
    // Names of topic ids, which were told before.
    m_workbench.refresh();
}

void GroupsLink::stopRecording() {
    if (m_recording == nullptr) {
        return;
    }
    const RecordingStatus status = m_recording->stop();
    m_recording.reset();
    m_page.sourceBar().setRecording(false);
    if (status.error) {
        m_page.messages().showMessage(StatusKind::Error, QString::fromStdString(status.error->text()),
                                      tr("What was written before can be opened."));
    } else {
        m_page.messages().showMessage(
            status.lost > 0 ? StatusKind::Warning : StatusKind::Ok,
            tr("%1 written to %2.").arg(countText(status.written, tr("exchange"), tr("exchanges")), m_recordingPath),
            status.lost > 0 ? tr("%1 came too fast for the disk and are not in it.")
                                  .arg(countText(status.lost, tr("exchange"), tr("exchanges")))
                            : QString());
    }
    connect(m_page.messages().addAction(tr("Open it")), &QPushButton::clicked, this,
            [this, path = m_recordingPath] { open(path); });
}

void GroupsLink::showEvidence(const EventEvidence& evidence) {
    m_decoding.cancel();
    if (m_file != nullptr) {
        showKept(evidence);
    } else if (evidence.source == EventSource::Offsets) {
        fetchRecord(evidence.record);
    } else if (evidence.exchange != ExchangeId::None) {
        showExchange(evidence.exchange);
    } else {
        m_page.showEvidence(tr("concluded from other events"), nullptr);
    }
}

void GroupsLink::showExchange(ExchangeId id) {
    showDecoded(tr("exchange %1").arg(static_cast<qulonglong>(id)), m_workbench.exchanges()->find(id),
                m_workbench.exchanges());
}

void GroupsLink::showDecoded(const QString& title, const std::shared_ptr<const Exchange>& exchange,
                             const std::shared_ptr<ExchangeStore>& store) {
    if (exchange == nullptr) {
        m_page.showEvidence(tr("%1 is not kept any more").arg(title), nullptr);
        return;
    }
    m_decoding.start(
        this,
        [&registry = m_registry, store, exchange](const CancelToken& cancel) {
            return decodeTrees(registry, *store, *exchange, {}, cancel);
        },
        [this, exchange, title](const ExchangeTrees& trees) {
            const ExchangeDocuments documents = documentsOf(m_registry, *exchange, trees);
            m_page.showEvidence(title, documents.response != nullptr ? documents.response : documents.request);
        });
}

// Out of the file that is shown.
void GroupsLink::showKept(const EventEvidence& evidence) {
    const auto kept = m_file->kept();
    if (evidence.source != EventSource::Offsets) {
        if (evidence.exchange == ExchangeId::None) {
            m_page.showEvidence(tr("concluded from other events"), nullptr);
        } else {
            showDecoded(tr("exchange %1").arg(static_cast<qulonglong>(evidence.exchange)),
                        kept->exchanges()->find(evidence.exchange), kept->exchanges());
        }
        return;
    }
    const QString title = recordTitle(evidence.record);
    m_decoding.start(
        this, [kept, place = evidence.record](const CancelToken&) { return kept->batchOf(place); },
        [this, title](const std::shared_ptr<const ValueTree>& tree) {
            DocumentContext context{.registry = &m_registry};
            context.topic = kOffsetsTopic;
            m_page.showEvidence(tree != nullptr ? title : tr("%1 is not there any more").arg(title),
                                tree != nullptr ? std::make_shared<OpenDocument>(tree, context) : nullptr);
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
    const QString title = recordTitle(place);
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
