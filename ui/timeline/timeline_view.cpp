#include "ui/timeline/timeline_view.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/timeline/lane_names.h"
#include "ui/timeline/time_ticks.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimeZone>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kFewPartitions = 40;  // no more are opened unasked
constexpr std::int64_t kFirstSpanMs = 5 * 60'000;
constexpr double kRoomAround = 0.04;  // of the time that is shown whole, on both sides
constexpr int kNarrowGutter = 130;
constexpr int kWideGutter = 210;

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent), m_zone(QTimeZone::systemTimeZone()) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
    updateSizes();
}

void TimelineView::setTimeline(const SharedTimeline& timeline, bool isLive) {
    m_lanes.setTimeline(timeline);
    m_partitionsTouched = false;
    m_layout.setMembersOpen(true);
    m_nowMs = timeline != nullptr ? timeline->lastMs : 0;
    updateLayout();
    verticalScrollBar()->setValue(0);
    select({});
    if (isLive) {
        m_scale.setFollowing(true, m_nowMs);
        m_scale.setSpan(kFirstSpanMs);
        scaleChanged();
    } else {
        showAll();
    }
}

void TimelineView::refresh(const SharedTimeline& timeline, std::int64_t nowMs) {
    const bool changed = m_lanes.update(timeline);
    const std::int64_t last = m_lanes.timeline() != nullptr ? m_lanes.timeline()->lastMs : 0;
    const std::int64_t now = std::max(nowMs, last);
    // Less than a pixel is not seen.
    if (!changed && static_cast<double>(now - m_nowMs) < std::max(1.0, m_scale.msPerPixel())) {
        return;
    }
    m_nowMs = now;
    m_scale.advance(m_nowMs);
    if (m_scale.isFollowing()) {
        Q_EMIT rangeChanged();
    }
    if (changed) {
        updateLayout();
    }
    viewport()->update();
}

void TimelineView::setWords(TimelineWords words) {
    m_words = std::move(words);
    viewport()->update();
}

void TimelineView::setZone(const QTimeZone& zone) {
    m_zone = zone;
    viewport()->update();
}

void TimelineView::updateLayout() {
    m_layout.setMembers(m_lanes.memberOrder());
    m_layout.setPartitions(m_lanes.partitionOrder());
    if (!m_partitionsTouched) {
        m_layout.setPartitionsOpen(m_layout.partitions().size() <= kFewPartitions);
    }
    updateScrollBar();
    viewport()->update();
}

void TimelineView::updateSizes() {
    const int row = rowHeight();
    m_layout.setSizes({row + 8, row + 2, row + 2, row - 4});
    updateScrollBar();
}

void TimelineView::updateScrollBar() {
    const int height = std::max(0, viewport()->height() - TimelineFrame::RulerHeight);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.contentHeight() + Metrics::Spacing - height));
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(m_layout.sizes().member);
}

TimelineFrame TimelineView::frame() const {
    TimelineFrame frame;
    frame.size = viewport()->size();
    frame.gutter = std::clamp(frame.size.width() / 6, kNarrowGutter, kWideGutter);
    frame.scroll = verticalScrollBar()->value();
    return frame;
}

std::optional<TimelineHit> TimelineView::hitAt(QPoint point) {
    return hitTest(point, frame(), m_layout, m_scale, m_lanes);
}

void TimelineView::scaleChanged() {
    viewport()->update();
    Q_EMIT rangeChanged();
    if (m_scale.isFollowing() != std::exchange(m_saidFollowing, m_scale.isFollowing())) {
        Q_EMIT followingChanged(m_saidFollowing);
    }
}

void TimelineView::setFollowing(bool following) {
    m_scale.setFollowing(following, m_nowMs);
    scaleChanged();
}

void TimelineView::showSpan(std::int64_t ms) {
    m_scale.setSpan(ms);
    scaleChanged();
}

void TimelineView::showAll() {
    const std::int64_t first = m_lanes.timeline() != nullptr ? m_lanes.timeline()->firstMs : 0;
    const auto room = static_cast<std::int64_t>(static_cast<double>(m_nowMs - first) * kRoomAround);
    m_scale.show(first - room, m_nowMs + room);
    scaleChanged();
}

void TimelineView::setPartitionsOpen(bool open) {
    m_partitionsTouched = true;
    m_layout.setPartitionsOpen(open);
    updateScrollBar();
    viewport()->update();
}

void TimelineView::select(const TimelineSelection& selection) {
    if (selection == m_selection) {
        return;
    }
    m_selection = selection;
    viewport()->update();
    updateAccessibleText();
    Q_EMIT selectionChanged(m_selection);
}

void TimelineView::selectRow(LaneRow row) {
    TimelineSelection selection = m_selection;
    selection.row = row;
    selection.interval = -1;
    if (const auto number = m_layout.numberOf(row)) {
        ensureVisible(*number);
    }
    select(selection);
}

void TimelineView::selectRebalance(std::uint32_t number) {
    TimelineSelection selection = m_selection;
    selection.rebalance = number;
    selection.timeMs = -1;
    if (m_lanes.timeline() != nullptr) {
        const auto& rebalances = m_lanes.timeline()->rebalances;
        const int at = rebalanceWithNumber(rebalances, number);
        if (at >= 0) {
            const LaneSpan& span = rebalances[static_cast<std::size_t>(at)].span;
            const std::int64_t to = std::min(span.toMs, m_nowMs);
            if (!m_scale.shows(span.fromMs) || !m_scale.shows(to)) {
                // In the middle, at the zoom of now where it fits.
                const auto shown = static_cast<std::int64_t>(m_scale.width() * m_scale.msPerPixel());
                const std::int64_t room = std::max(shown, 2 * (to - span.fromMs)) - (to - span.fromMs);
                m_scale.show(span.fromMs - room / 2, to + room / 2);
            }
        }
    }
    scaleChanged();
    select(selection);
}

void TimelineView::goToRebalance(int step) {
    if (m_lanes.timeline() == nullptr || m_lanes.timeline()->rebalances.empty()) {
        return;
    }
    const auto& rebalances = m_lanes.timeline()->rebalances;
    const int last = static_cast<int>(rebalances.size()) - 1;
    const int current = rebalanceWithNumber(rebalances, m_selection.rebalance);
    // From nowhere: the one nearest to the middle of the view on that side.
    int next = current + step;
    if (current < 0) {
        const auto after = std::ranges::lower_bound(rebalances, m_scale.msAt(m_scale.width() / 2.0), {},
                                                    [](const Rebalance& one) { return one.span.fromMs; });
        next = static_cast<int>(after - rebalances.begin()) - (step < 0 ? 1 : 0);
    }
    selectRebalance(rebalances[static_cast<std::size_t>(std::clamp(next, 0, last))].number);
}

std::optional<EventEvidence> TimelineView::evidence() const {
    if (m_lanes.timeline() == nullptr || !m_selection.row || m_selection.interval < 0) {
        return std::nullopt;
    }
    const GroupLanes& lanes = m_lanes.timeline()->lanes;
    const auto at = static_cast<std::size_t>(m_selection.interval);
    const auto of = [at](const auto& intervals) {
        return at < intervals.size() ? std::optional(intervals[at].evidence) : std::nullopt;
    };
    switch (m_selection.row->kind) {
        case LaneKind::State:
            return of(lanes.states);
        case LaneKind::Member:
            return of(lanes.members[m_selection.row->index].intervals);
        case LaneKind::Partition:
            return of(lanes.partitions[m_selection.row->index].intervals);
        default:
            return std::nullopt;
    }
}

QRect TimelineView::rowRect(LaneRow row) const {
    const auto number = m_layout.numberOf(row);
    return number ? frame().rowRect(m_layout, *number) : QRect();
}

int TimelineView::timeLeft() const {
    return viewport()->x() + frame().gutter;
}

int TimelineView::timeRight() const {
    return timeLeft() + frame().timeWidth();
}

int TimelineView::xOf(std::int64_t ms) const {
    return frame().gutter + m_scale.pixelOf(ms);
}

void TimelineView::ensureVisible(int row) {
    QScrollBar& bar = *verticalScrollBar();
    const int top = m_layout.top(row);
    if (top < bar.value()) {
        bar.setValue(row == 0 ? 0 : top);
    } else if (top + m_layout.height(row) > bar.value() + bar.pageStep()) {
        bar.setValue(top + m_layout.height(row) - bar.pageStep());
    }
}

void TimelineView::updateAccessibleText() {
    if (!QAccessible::isActive() || m_lanes.timeline() == nullptr || !m_selection.row) {
        return;
    }
    TimelineHit hit;
    hit.row = m_selection.row;
    hit.interval = m_selection.interval;
    hit.timeMs = m_selection.timeMs;
    setAccessibleDescription(m_words.toolTip ? m_words.toolTip(hit) : QString());
}

void TimelineView::paintPicture(QPainter& painter) {
    const TimelineFrame now = frame();
    paintTimeline(painter, TimelineScene{.lanes = m_lanes,
                                         .layout = m_layout,
                                         .scale = m_scale,
                                         .frame = now,
                                         .palette = Palette::of(palette()),
                                         .words = m_words,
                                         .font = font(),
                                         .smallFont = smallFont(),
                                         .zone = m_zone,
                                         .selection = m_selection,
                                         .nowMs = m_nowMs,
                                         .hoveredMs = m_hoveredMs,
                                         .hasFocus = hasFocus()});
}

void TimelineView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(viewport());
    paintPicture(painter);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    // What is shown stays shown: the span fills the new width.
    const auto span = static_cast<std::int64_t>(m_scale.width() * m_scale.msPerPixel());
    const std::int64_t from = m_scale.fromMs();
    const bool isFirst = m_scale.width() <= 1;
    m_scale.setWidth(frame().timeWidth());
    if (isFirst) {
        m_scale.isFollowing() ? m_scale.setSpan(kFirstSpanMs) : showAll();
    } else if (m_scale.isFollowing()) {
        m_scale.setSpan(span);
    } else {
        m_scale.show(from, from + span);
    }
    updateScrollBar();
    Q_EMIT rangeChanged();
}

void TimelineView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateSizes();
    }
}

QSize TimelineView::sizeHint() const {
    return {900, TimelineFrame::RulerHeight + 14 * m_layout.sizes().member};
}

}  // namespace brokerscope
