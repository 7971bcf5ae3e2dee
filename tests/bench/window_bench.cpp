// window_bench SEGMENT ROWS: how long the window takes to show a segment, and to filter so many exchanges, for
// scripts/bench.sh window. Offscreen; painting is part of what is measured.
#include "tests/unit/ui/models/reading.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/file_view.h"
#include "ui/pages/files_page.h"
#include "ui/pages/traffic_model.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>
#include <QThreadPool>
#include <QTimer>

#include <fmt/format.h>

using namespace brokerscope;

namespace {

double millis(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

// The longest time for which the event loop did nothing else.
class LongestBlock : public QObject {
public:
    LongestBlock() {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, millis(m_clock));
            m_clock.restart();
        });
        m_clock.start();
        m_timer.start(0);
    }
    double millisOf() const { return m_longest; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_longest = 0;
};

// When a table first paints rows.
class FirstRows : public QObject {
public:
    FirstRows(QTableView& table, const QElapsedTimer& clock) : m_table(table), m_clock(clock) {
        table.viewport()->installEventFilter(this);
    }
    double millisOf() const { return m_millis; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool isFirst = event->type() == QEvent::Paint && m_millis < 0 && m_table.model()->rowCount() > 0;
        if (isFirst) {
            // After the table has painted them.
            QTimer::singleShot(0, this, [this] { m_millis = m_millis < 0 ? millis(m_clock) : m_millis; });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QTableView& m_table;
    const QElapsedTimer& m_clock;
    double m_millis = -1;
};

template <typename Condition>
void runUntil(Condition condition) {
    QEventLoop loop;
    QTimer check;
    QObject::connect(&check, &QTimer::timeout, &loop, [&] {
        if (condition()) {
            loop.quit();
        }
    });
    check.start(1);
    loop.exec();
}

int openSegment(const QString& path) {
    FilesPage page(testing::reading());
    page.resize(1280, 800);
    page.show();
    QApplication::processEvents();
    QElapsedTimer clock;
    const FirstRows first(page.view().table(), clock);
    LongestBlock block;
    clock.start();
    page.open({path});
    runUntil([&] { return first.millisOf() >= 0 && !page.view().isReading(); });
    fmt::print("open segment   first rows painted {:8.1f} ms   whole list {:8.1f} ms   longest block {:6.1f} ms   {}\n",
               first.millisOf(), millis(clock), block.millisOf(), page.view().status().toStdString());
    const auto batches = page.view().batches().rowCount();
    QThreadPool::globalInstance()->waitForDone();
    return batches > 0 ? 0 : 1;
}

Exchange sample(std::size_t number) {
    Exchange exchange;
    exchange.connection = ConnectionId{static_cast<std::uint32_t>(number % 7)};
    exchange.brokerId = static_cast<std::int32_t>(number % 3);
    exchange.apiKey = static_cast<std::int16_t>(number % 40);
    exchange.apiVersion = 3;
    exchange.correlationId = static_cast<std::int32_t>(number);
    exchange.request = std::make_shared<const ByteBuffer>(54);
    exchange.response = std::make_shared<const ByteBuffer>(204);
    exchange.times = {static_cast<std::int64_t>(1'700'000'000'000 + number), 1, 100, 200, 3'000'000, 4'100'000};
    exchange.noResponseByDesign = true;  // says what it is: nothing is left to be read in the background
    return exchange;
}

void filterExchanges(std::size_t count) {
    const auto store = std::make_shared<ExchangeStore>(ExchangeStoreLimits{count, std::uint64_t{1} << 40});
    for (std::size_t i = 0; i < count; ++i) {
        store->append(sample(i));
    }
    TrafficModel model(testing::reading(), store);
    QTableView table;
    table.setModel(&model);
    table.resize(1280, 800);
    table.show();
    runUntil([&] { return model.waitingCount() == 0; });
    for (const char* text : {"m", "me", "metadata", "metadata v3", "metadata v3 1", "", "nothing has this"}) {
        QElapsedTimer clock;
        LongestBlock block;
        clock.start();
        model.setFilter(*TrafficFilter::parse(SchemaRegistry::embedded(), QString::fromLatin1(text)));
        const double call = millis(clock);
        runUntil([&] { return model.waitingCount() == 0; });
        fmt::print("filter {:18}   keystroke {:7.1f} ms   all rows {:8.1f} ms   longest block {:6.1f} ms   {} of {}\n",
                   fmt::format("\"{}\"", text), call, millis(clock), block.millisOf(), model.rowCount(), count);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: window_bench SEGMENT ROWS\n");
        return 2;
    }
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    const int status = openSegment(QString::fromLocal8Bit(argv[1]));
    filterExchanges(std::strtoull(argv[2], nullptr, 10));
    return status;
}
