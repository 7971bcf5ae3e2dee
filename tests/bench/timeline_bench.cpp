// timeline_bench [PARTITIONS [EVENTS]]: how long a group's timeline takes to be folded, and each frame of its picture
// while it is panned, zoomed and scrolled with all partitions open; 5 000 and 10 000 unless told otherwise. Offscreen;
// painting is what is measured, by the clock and by the processor: on a busy machine they differ. A screen that shows
// 60 frames a second leaves 16.7 ms for one.
#include "bench_life.h"

#include "core/groups/group_timeline.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QTimeZone>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <functional>

using namespace brokerscope;

namespace {

constexpr int kMembers = 50;
constexpr int kFrames = 200;

double millis(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double processorMillis() {
    return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

// The longest and the mean of the frames between which `change` is called.
void measure(TimelineView& view, const char* what, const std::function<void(int)>& change) {
    QImage picture(view.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    double longest = 0;
    double longestOfProcessor = 0;
    double sum = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        QElapsedTimer clock;
        clock.start();
        const double before = processorMillis();
        change(frame);
        QPainter painter(&picture);
        view.paintPicture(painter);
        painter.end();
        const double taken = millis(clock);
        longest = std::max(longest, taken);
        longestOfProcessor = std::max(longestOfProcessor, processorMillis() - before);
        sum += taken;
    }
    fmt::print("{:10} mean {:6.2f} ms   longest {:6.2f} ms   of the processor {:6.2f} ms\n", what, sum / kFrames,
               longest, longestOfProcessor);
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    const int partitions = argc > 1 ? std::atoi(argv[1]) : 5000;
    const int events = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const std::vector<GroupEvent> life = lifeOf(kMembers, std::max(partitions, kMembers), std::max(events, kMembers));
    GroupTimeline timeline("g");
    QElapsedTimer clock;
    clock.start();
    const double before = processorMillis();
    timeline.append(life);
    timeline.finish();
    fmt::print("{} events of {} partitions folded in {:.0f} ms, {:.0f} of the processor, {} rebalances\n", life.size(),
               partitions, millis(clock), processorMillis() - before, timeline.rebalances().size());
    TimelineView view;
    view.setZone(QTimeZone::utc());
    view.resize(1400, 800);
    view.setTimeline(timeline.snapshot(), false);
    view.setPartitionsOpen(true);
    view.showAll();
    measure(view, "whole", [&](int) {});
    measure(view, "scrolled", [&](int frame) {
        QScrollBar* bar = view.verticalScrollBar();
        bar->setValue(bar->maximum() * frame / kFrames);
    });
    measure(view, "zoomed", [&](int frame) { view.showSpan((timeline.lastMs() - kLifeBeginMs) / (1 + frame % 50)); });
    measure(view, "stepped", [&](int) { view.goToRebalance(-1); });
    return 0;
}
