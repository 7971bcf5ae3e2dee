#pragma once

#include "core/groups/event_evidence.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/workbench.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QObject>

#include <memory>

namespace brokerscope {

class KeptGroups;
class OpenDocument;

// Finds the exchange or record behind an event of a group. Only what was asked last is told: to ask again, or to
// cancel, gives up whatever is still on its way. GUI thread; the workbench and the registry must outlive it and the
// work of the pool.
class EvidenceFinder : public QObject {
    Q_OBJECT

public:
    EvidenceFinder(Workbench& workbench, const ReadingContext& context, QObject* parent = nullptr);
    ~EvidenceFinder() override;

    // Of the cluster that the workbench is connected to. A record is asked for again: what a watch read is not kept.
    void find(const EventEvidence& evidence);
    // Out of files; null: nothing was read of them yet.
    void findKept(const std::shared_ptr<const KeptGroups>& kept, const EventEvidence& evidence);
    void cancel();

Q_SIGNALS:
    // Null: there is no such thing any more, as the title says.
    void found(const QString& title, const std::shared_ptr<brokerscope::OpenDocument>& document);

private:
    void findExchange(ExchangeId id, const std::shared_ptr<ExchangeStore>& store);
    void fetchRecord(const RecordPlace& place);
    void takeRecord(const std::shared_ptr<FetchStream>& stream, const RecordPlace& place);
    void showRecord(const RecordPlace& place, const std::shared_ptr<const ValueTree>& tree);

    Workbench& m_workbench;
    ReadingContext m_context;
    LatestWork m_work;
    std::shared_ptr<FetchStream> m_record;  // that is waited for; null: none
};

}  // namespace brokerscope
