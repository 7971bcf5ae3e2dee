#include "ui/pages/file_groups_feed.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace brokerscope {
FileGroupsFeed::FileGroupsFeed(const ReadingContext& context, QString path, QObject* parent)
    : GroupsFeed(parent), m_context(context), m_path(std::move(path)) {}

FileGroupsFeed::~FileGroupsFeed() {
    m_cancel.cancel();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

QString FileGroupsFeed::name() const {
    return QFileInfo(m_path).fileName();
}

void FileGroupsFeed::start() {
    if (m_kept == nullptr) {
        auto kept = std::make_shared<KeptGroups>(m_context.registry(), m_context.limits());
        m_kept = kept;
        m_isReading = true;
        m_thread = std::thread([this, kept] { read(kept); });
    }
}

// Groups that are gone at the end of the file have a row all the same: their story is in it.
void FileGroupsFeed::read(std::shared_ptr<KeptGroups> kept) {
    GroupRows rows;
    std::map<std::string, GroupRow> all;
    TimelineSet timelines;
    std::int64_t lastMs = 0;
    const auto hand = [&](KeptGroupsPiece piece, bool isLast) {
        News news;
        if (rows.take(piece.events)) {
            for (const auto& [group, row] : rows.rows()) {
                all[group] = row;
            }
            news.rows = listingsOf(all);
        }
        for (const GroupEvent& event : piece.events) {
            lastMs = std::max(lastMs, event.timeMs);
        }
        timelines.append(std::exchange(piece.events, {}));
        if (isLast) {
            timelines.finish();
        }
        news.timelines = std::make_shared<const TimelineNews>(timelines.takeNews());
        news.lastMs = lastMs;
        news.piece = std::move(piece);
        news.isLast = isLast;
        // Queued calls of an object that is gone are dropped; the destructor waits for this thread.
        QMetaObject::invokeMethod(
            this, [this, news] { take(news); }, Qt::QueuedConnection);
    };
    KeptGroupsPiece last;
    kept->read(
        m_path.toStdString(),
        [&](KeptGroupsPiece piece) {
            last = piece;
            last.events.clear();
            hand(std::move(piece), false);
        },
        m_cancel);
    hand(std::move(last), true);
}

void FileGroupsFeed::take(const News& news) {
    m_progress = news.piece.progress;
    m_nowMs = news.lastMs;
    if (news.rows != nullptr) {
        m_hasRows = true;
        Q_EMIT listed(news.rows);
    } else if (news.isLast && !m_hasRows) {
        Q_EMIT listed(std::make_shared<const std::vector<GroupListing>>());
    }
    if (!news.timelines->empty()) {
        Q_EMIT timelinesCame(news.timelines);
    }
    if (news.isLast) {
        m_isReading = false;
        if (news.piece.progress.failure) {
            Q_EMIT failed(QString::fromStdString(news.piece.progress.failure->text()));
        }
        Q_EMIT finished();
    }
    tellSource(news.piece);
    Q_EMIT progressed();
}

void FileGroupsFeed::tellSource(const KeptGroupsPiece& piece) {
    QStringList parts{name()};
    if (piece.exchanges > 0) {
        parts.append(countText(piece.exchanges, tr("exchange"), tr("exchanges")));
    }
    if (piece.records > 0) {
        parts.append(countText(piece.records, tr("batch"), tr("batches")));
    }
    const bool isCut = !m_isReading && piece.progress.read < piece.progress.size;
    Q_EMIT sourcesChanged({{parts.join(QStringLiteral(" · ")),
                            isCut ? tr("It was read up to %1 % of %2: what comes after that is not seen.")
                                        .arg(piece.progress.percent())
                                        .arg(bytesCountText(piece.progress.size))
                                  : QString()}});
}

}  // namespace brokerscope
