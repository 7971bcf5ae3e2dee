#pragma once

#include "core/groups/event_evidence.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/workbench.h"
#include "ui/models/pool_work.h"

#include <QObject>

#include <memory>

namespace brokerscope {

class GroupsPage;
class LiveGroupsFeed;

// Feeds the Groups page from the cluster that the workbench is connected to. Nothing is asked about groups before the
// page is first seen; from then on until the cluster is left. Finds the exchange or record behind an event. GUI thread;
// what it is given must outlive it.
class GroupsLink : public QObject {
    Q_OBJECT

public:
    GroupsLink(Workbench& workbench, const SchemaRegistry& registry, GroupsPage& page, QObject* parent = nullptr);
    ~GroupsLink() override;

    // `cluster` as it is called in the window; empty: none is connected.
    void setCluster(const QString& cluster);
    // The page is shown now.
    void pageShown();

private:
    void start();
    void showEvidence(const EventEvidence& evidence);
    void showExchange(ExchangeId id);
    void fetchRecord(const RecordPlace& place);
    void recordCame(const RecordPlace& place);

    Workbench& m_workbench;
    const SchemaRegistry& m_registry;
    GroupsPage& m_page;
    QString m_cluster;
    bool m_wasSeen = false;
    std::unique_ptr<LiveGroupsFeed> m_feed;
    LatestWork m_decoding;
    std::shared_ptr<FetchStream> m_record;  // of the evidence that was asked for last
};

}  // namespace brokerscope
