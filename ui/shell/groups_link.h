#pragma once

#include "core/groups/event_evidence.h"
#include "core/workbench/workbench.h"
#include "ui/models/reading_context.h"

#include <QObject>

#include <memory>

namespace brokerscope {

class EvidenceFinder;
class GroupsPage;
class FileGroupsFeed;
class LiveGroupsFeed;
class RunRecording;

// Feeds the Groups page from the cluster that the workbench is connected to, or from a file that was opened; records
// what the workbench exchanges meanwhile. Nothing is asked about groups before the page is first seen; from then on
// until the cluster is left, also while a file is shown. Finds the exchange or record behind an event. GUI thread; what
// it is given must outlive it.
class GroupsLink : public QObject {
    Q_OBJECT

public:
    GroupsLink(Workbench& workbench, const ReadingContext& context, GroupsPage& page, QObject* parent = nullptr);
    ~GroupsLink() override;

    // `cluster` as it is called in the window; empty: none is connected.
    void setCluster(const QString& cluster);
    // The page is shown now.
    void pageShown();
    // A recording, a packet capture, a segment of __consumer_offsets, a partition's folder or a log directory.
    void open(const QString& path);
    void askForFile();
    void askForFolder();
    void showLive();
    // From now on into that file; one that is a recording is added to. Nothing happens without a cluster.
    void record(const QString& path);
    void toggleRecording();  // asks where to, or ends it
    bool isRecording() const { return m_recording != nullptr; }
    const FileGroupsFeed* file() const { return m_file.get(); }  // null: the cluster is shown

private:
    void connectSourceBar();
    void start();
    void closeFile();
    void stopRecording();
    void showEvidence(const EventEvidence& evidence);

    Workbench& m_workbench;
    ReadingContext m_context;
    GroupsPage& m_page;
    EvidenceFinder* m_evidence;
    QString m_cluster;
    bool m_wasSeen = false;
    std::unique_ptr<LiveGroupsFeed> m_feed;
    std::unique_ptr<FileGroupsFeed> m_file;
    std::unique_ptr<RunRecording> m_recording;
    QString m_recordingPath;
};

}  // namespace brokerscope
