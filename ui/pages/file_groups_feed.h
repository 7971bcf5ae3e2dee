#pragma once

#include "core/workbench/kept_groups.h"
#include "ui/models/groups_feed.h"
#include "ui/models/reading_context.h"

#include <memory>
#include <thread>

namespace brokerscope {

// Groups as files tell them: a capture, a recording, or segments of __consumer_offsets. They are read and
// folded in a thread of the feed's own, which ends with it. The registry must outlive it.
class FileGroupsFeed : public GroupsFeed {
    Q_OBJECT

public:
    FileGroupsFeed(const ReadingContext& context, QString path, QObject* parent = nullptr);
    ~FileGroupsFeed() override;

    QString name() const override;
    bool isLive() const override { return false; }
    std::int64_t nowMs() const override { return m_nowMs; }
    void start() override;
    void watch(const std::string&) override {}
    // What was read stays; finished() follows.
    void cancel() { m_cancel.cancel(); }

    bool isReading() const { return m_isReading; }
    const FileProgress& progress() const { return m_progress; }
    // For what is behind an event; any thread.
    const std::shared_ptr<const KeptGroups>& kept() const { return m_kept; }

Q_SIGNALS:
    void progressed();

private:
    // What the thread hands over, a piece at a time.
    struct News {
        KeptGroupsPiece piece;
        SharedTimelineNews timelines;
        std::int64_t lastMs = 0;  // of the last event so far
        SharedListings rows;      // null: as before
        bool isLast = false;
    };

    void read(std::shared_ptr<KeptGroups> kept);
    void take(const News& news);
    void tellSource(const KeptGroupsPiece& piece);

    ReadingContext m_context;
    QString m_path;
    std::shared_ptr<const KeptGroups> m_kept;
    std::thread m_thread;
    CancelToken m_cancel;
    FileProgress m_progress;
    std::int64_t m_nowMs = 0;
    bool m_isReading = false;
    bool m_hasRows = false;
};

}  // namespace brokerscope
