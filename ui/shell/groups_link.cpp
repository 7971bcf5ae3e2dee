#include "ui/shell/groups_link.h"

#include "core/workbench/run_recording.h"
#include "ui/models/value_format.h"
#include "ui/pages/file_groups_feed.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/groups_source_bar.h"
#include "ui/pages/live_groups_feed.h"
#include "ui/shell/evidence_finder.h"
#include "ui/widgets/message_bar.h"

#include <QDateTime>
#include <QFileDialog>
#include <QPushButton>

#include <algorithm>

namespace brokerscope {

GroupsLink::GroupsLink(Workbench& workbench, const ReadingContext& context, GroupsPage& page, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_context(context)
    , m_page(page)
    , m_evidence(new EvidenceFinder(workbench, context, this)) {
    m_page.setIdleText(
        tr("Connect to a cluster to see its groups live: who owns what, when, and why it moved. Or open a "
           "recording, a capture or a segment of __consumer_offsets (Ctrl+Alt+K)."),
        tr("Connect…"));
    connect(&m_page, &GroupsPage::evidenceWanted, this, &GroupsLink::showEvidence);
    connect(m_evidence, &EvidenceFinder::found, &m_page, &GroupsPage::showEvidence);
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
    m_page.setFeed(nullptr);
}

void GroupsLink::setCluster(const QString& cluster) {
    if (cluster == m_cluster) {
        return;
    }
    m_cluster = cluster;
    stopRecording();
    if (m_file == nullptr) {
        m_evidence->cancel();
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
        m_feed = std::make_unique<LiveGroupsFeed>(m_workbench, m_context, m_cluster);
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
    m_evidence->cancel();
    m_page.setFeed(nullptr);
    m_file = std::make_unique<FileGroupsFeed>(m_context, path);
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
    m_evidence->cancel();
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
    if (m_file != nullptr) {
        m_evidence->findKept(m_file->kept(), evidence);
    } else {
        m_evidence->find(evidence);
    }
}

}  // namespace brokerscope
