// groups_bench MEMBERS PARTITIONS EVENTS: what the Groups page costs its thread while a large group lives: the events
// of half its life come at once, as when a watch begins, the others in batches as a live feed brings them. Offscreen.
// Printed: how long the event loop did nothing else, by the clock and of the thread's processor time, and the frames of
// the timeline that were painted meanwhile. A screen that shows 60 frames a second leaves 16.7 ms for one.
#include "bench_life.h"

#include "ui/models/group_timelines.h"
#include "ui/pages/group_tables.h"
#include "ui/pages/groups_page.h"
#include "ui/style/application_style.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QScrollBar>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using namespace brokerscope;

namespace {

constexpr std::size_t kBatch = 25;
constexpr int kBatchMs = 33;
constexpr const char* kGroup = "g";

// Of the calling thread, in ms.
double threadMillis() {
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) / 1e6;
}

// Every event that the thread handles is timed; events within events belong to the outer one.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    struct Cost {
        int count = 0;
        double sum = 0;
        double longest = 0;
        double longestByClock = 0;
    };

    bool notify(QObject* receiver, QEvent* event) override {
        if (QThread::currentThread() != thread()) {
            return QApplication::notify(receiver, event);
        }
        if (m_depth > 0) {
            const bool isFrame = event->type() == QEvent::Paint && receiver == painted;
            const double before = isFrame ? threadMillis() : 0;
            const bool handled = QApplication::notify(receiver, event);
            if (isFrame) {
                add(frames, threadMillis() - before, 0);
            }
            return handled;
        }
        ++m_depth;
        QElapsedTimer clock;
        clock.start();
        const double before = threadMillis();
        const bool handled = QApplication::notify(receiver, event);
        add(events, threadMillis() - before, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        --m_depth;
        return handled;
    }

    Cost events;
    Cost frames;
    QObject* painted = nullptr;

private:
    static void add(Cost& cost, double spent, double byClock) {
        ++cost.count;
        cost.sum += spent;
        cost.longest = std::max(cost.longest, spent);
        cost.longestByClock = std::max(cost.longestByClock, byClock);
    }

    int m_depth = 0;
};

// Folds in a thread of its own, as feeds do.
class BenchFeed : public GroupsFeed {
public:
    explicit BenchFeed(std::vector<GroupEvent> life) : m_life(std::move(life)) {
        m_folder.moveToThread(&m_thread);
        m_thread.start();
    }
    ~BenchFeed() override {
        m_thread.quit();
        m_thread.wait();
    }

    QString name() const override { return QStringLiteral("bench"); }
    bool isLive() const override { return true; }
    std::int64_t nowMs() const override { return m_nowMs; }
    void start() override {
        GroupListing listing;
        listing.group = kGroup;
        listing.row.type = GroupType::Consumer;
        listing.row.state = "Reconciling";
        Q_EMIT listed(std::make_shared<const std::vector<GroupListing>>(std::vector{listing}));
    }
    void watch(const std::string&) override {}

    // False: there are no more.
    bool tell(std::size_t count) {
        ++m_batches;
        const std::size_t begin = std::exchange(m_told, std::min(m_told + count, m_life.size()));
        m_nowMs = m_told > begin ? m_life[m_told - 1].timeMs : m_nowMs;
        QMetaObject::invokeMethod(
            &m_folder,
            [this, begin, end = m_told] {
                m_timelines.append(std::span(m_life).subspan(begin, end - begin));
                const auto news = std::make_shared<const TimelineNews>(m_timelines.takeNews());
                QMetaObject::invokeMethod(
                    this,
                    [this, news] {
                        Q_EMIT timelinesCame(news);
                        ++m_shown;
                    },
                    Qt::QueuedConnection);
            },
            Qt::QueuedConnection);
        return m_told < m_life.size();
    }
    std::size_t size() const { return m_life.size(); }
    bool isAllShown() const { return m_shown == m_batches; }

private:
    const std::vector<GroupEvent> m_life;
    std::size_t m_told = 0;
    int m_batches = 0;
    int m_shown = 0;
    std::int64_t m_nowMs = kLifeBeginMs;
    TimelineSet m_timelines;  // the folder's
    QObject m_folder;
    QThread m_thread;
};

void print(TimedApplication& application, const char* what) {
    const auto& events = application.events;
    const auto& frames = application.frames;
    fmt::print(
        "{:12} longest block {:7.1f} ms, of the processor {:7.1f} ms   all {:8.1f} ms   {:4} frames, mean {:6.2f} ms, "
        "longest {:6.2f} ms\n",
        what, events.longestByClock, events.longest, events.sum, frames.count,
        frames.count > 0 ? frames.sum / frames.count : 0, frames.longest);
    application.events = {};
    application.frames = {};
}

void runFor(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

void runUntilShown(const BenchFeed& feed) {
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (feed.isAllShown()) {
            loop.quit();
        }
    });
    look.start(kBatchMs);
    loop.exec();
    runFor(300);
}

void playLife(BenchFeed& feed) {
    QEventLoop loop;
    QTimer pace;
    QObject::connect(&pace, &QTimer::timeout, &loop, [&] {
        if (!feed.tell(kBatch)) {
            loop.quit();
        }
    });
    pace.start(kBatchMs);
    loop.exec();
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    TimedApplication application(argc, argv);
    const int members = argc > 1 ? std::atoi(argv[1]) : 50;
    const int partitions = argc > 2 ? std::atoi(argv[2]) : 5000;
    const int events = argc > 3 ? std::atoi(argv[3]) : 10'000;
    applyStyle(application, Theme::Dark);
    BenchFeed feed(lifeOf(members, partitions, events));
    GroupsPage page(SchemaRegistry::embedded());
    page.resize(1400, 900);
    page.show();
    application.painted = page.timeline().viewport();
    page.setFeed(&feed);
    page.chooseGroup(QString::fromLatin1(kGroup));
    runFor(300);
    application.events = {};
    application.frames = {};
    fmt::print("{} members, {} partitions, {} events\n", members, partitions, feed.size());
    feed.tell(feed.size() / 2);
    runUntilShown(feed);
    print(application, "first half");
    page.timeline().setPartitionsOpen(true);
    page.timeline().verticalScrollBar()->setValue(page.timeline().verticalScrollBar()->maximum() / 2);
    runFor(300);
    print(application, "opened");
    playLife(feed);
    runUntilShown(feed);
    print(application, "live");
    page.tables().setTable(GroupTables::Table::Owners);
    runFor(300);
    print(application, "owners");
    page.setFeed(nullptr);
    return 0;
}
