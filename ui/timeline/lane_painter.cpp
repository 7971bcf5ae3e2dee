#include "ui/timeline/lane_painter.h"

#include "ui/style/palette.h"
#include "ui/timeline/bar_painter.h"
#include "ui/timeline/lane_names.h"
#include "ui/timeline/timeline_colours.h"
#include "ui/timeline/timeline_lanes.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kNameInset = 12;
constexpr int kRowInset = 22;
constexpr int kLabelRoom = 8;
constexpr int kStateHeight = 20;
constexpr int kMemberHeight = 16;
constexpr int kShortBar = 100;
constexpr int kPartitionHeight = 10;
constexpr int kStripe = 3;  // at the bottom of a member's bar: it must give something up
constexpr int kSignWidth = 2;

QString countOf(const MemberInterval& interval) {
    return interval.assigned ? QString::number(partitionCount(*interval.assigned)) : QString();
}

// How much a member has; what it had where that differs. `before` null: nothing was before, or it is out of view.
QString memberLabel(const MemberInterval& interval, const MemberInterval* before, bool isShort) {
    if (interval.isAway) {
        return QCoreApplication::translate("Timeline", "away, its place is kept");
    }
    const QString count = countOf(interval);
    const QString earlier = before != nullptr ? countOf(*before) : QString();
    if (count.isEmpty()) {
        return {};
    }
    if (!earlier.isEmpty() && earlier != count) {
        return QStringLiteral("%1 → %2").arg(earlier, count);
    }
    if (isShort) {
        return earlier.isEmpty() ? count : QString();
    }
    return count == QLatin1String("1") ? QCoreApplication::translate("Timeline", "1 partition")
                                       : QCoreApplication::translate("Timeline", "%1 partitions").arg(count);
}

bool isFollowedBy(const LaneSpan& earlier, const LaneSpan& later) {
    return earlier.toMs == later.fromMs;
}

}  // namespace

LanePainter::LanePainter(QPainter& painter, const TimelineScene& scene) : m_painter(painter), m_scene(scene) {}

int LanePainter::rightEdge() const {
    return std::min(m_scene.frame.timeWidth(), m_scene.scale.pixelOf(m_scene.nowMs) + 1);
}

QRect LanePainter::barOf(const PixelRun& run, const QRect& row, int height) const {
    return {m_scene.frame.gutter + run.left, row.top() + (row.height() - height) / 2, run.right - run.left, height};
}

void LanePainter::paintRow(int number) {
    const LaneRow row = m_scene.layout.row(number);
    const QRect rect = m_scene.frame.rowRect(m_scene.layout, number);
    if (m_scene.selection.row == row) {
        m_painter.fillRect(QRect(rect.left(), rect.top(), m_scene.frame.gutter, rect.height()),
                           m_scene.palette.selection);
        if (m_scene.hasFocus) {
            m_painter.fillRect(rect.left(), rect.top(), kStripe, rect.height(), m_scene.palette.accent);
        }
    }
    switch (row.kind) {
        case LaneKind::MembersHeading:
        case LaneKind::PartitionsHeading:
            paintHeading(row, rect);
            return;
        case LaneKind::State:
            paintStates(rect);
            break;
        case LaneKind::Member:
            paintMember(row, rect);
            break;
        case LaneKind::Partition:
            paintPartition(row, rect);
            break;
    }
    paintSigns(row, rect);
    paintName(row, rect);
}

void LanePainter::paintHeading(LaneRow row, const QRect& rect) {
    const bool members = row.kind == LaneKind::MembersHeading;
    const bool isOpen = members ? m_scene.layout.areMembersOpen() : m_scene.layout.arePartitionsOpen();
    const std::size_t count = members ? m_scene.layout.members().size() : m_scene.layout.partitions().size();
    const QString text = QStringLiteral("%1  %2  %3")
                             .arg(isOpen ? QStringLiteral("\u25be") : QStringLiteral("\u25b8"), laneName(row, m_scene))
                             .arg(count);
    m_painter.setFont(m_scene.smallFont);
    m_painter.setPen(m_scene.palette.muted);
    m_painter.drawText(rect.adjusted(kNameInset, 0, 0, -2), Qt::AlignLeft | Qt::AlignBottom, text);
}

void LanePainter::paintName(LaneRow row, const QRect& rect) {
    const LaneName name = laneNameParts(row, m_scene);
    const int left = row.kind == LaneKind::State ? kNameInset : kRowInset;
    const QRect room(rect.left() + left, rect.top(), m_scene.frame.gutter - left - kLabelRoom, rect.height());
    m_painter.setFont(row.kind == LaneKind::Partition ? m_scene.smallFont : m_scene.font);
    const QFontMetrics metrics(m_painter.font());
    const QString main = metrics.elidedText(name.main, Qt::ElideMiddle, room.width());
    m_painter.setPen(name.isPast ? m_scene.palette.muted : m_scene.palette.text);
    m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, main);
    const int used = metrics.horizontalAdvance(main) + kLabelRoom;
    if (name.beside.isEmpty() || used + 2 * kLabelRoom > room.width()) {
        return;
    }
    m_painter.setFont(m_scene.smallFont);
    m_painter.setPen(m_scene.palette.muted);
    m_painter.drawText(room.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(m_scene.smallFont).elidedText(name.beside, Qt::ElideRight, room.width() - used));
}

void LanePainter::paintLabel(const QRect& bar, const QString& text, const QColor& ground) {
    const QFontMetrics metrics(m_scene.smallFont);
    if (text.isEmpty() || metrics.horizontalAdvance(text) + 2 * kLabelRoom > bar.width()) {
        return;
    }
    m_painter.setFont(m_scene.smallFont);
    m_painter.setPen(textOn(m_scene.palette, ground));
    m_painter.drawText(bar.adjusted(kLabelRoom, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

// It may have begun earlier, as far back as nobody looked.
void LanePainter::paintDoubt(const QRect& bar, const LaneSpan& span, const QColor& colour) {
    const int from = std::max(0, m_scene.scale.pixelOf(span.fromMs - span.doubtMs)) + m_scene.frame.gutter;
    if (span.doubtMs > 0 && bar.left() - from > 2) {
        paintHatch(m_painter, QRect(from, bar.top(), bar.left() - from, bar.height()), colour, 3);
    }
}

void LanePainter::paintStates(const QRect& rect) {
    const auto& states = m_scene.lanes.timeline()->lanes.states;
    const LaneTracks& tracks = m_scene.lanes.tracks({LaneKind::State, 0});
    if (tracks.count() == 0) {
        return;
    }
    tracks.runs(0, m_scene.scale, 0, rightEdge(), m_runs);
    for (const PixelRun& run : m_runs) {
        const StateInterval& state = states[run.first];
        const QRect bar = barOf(run, rect, kStateHeight);
        const QColor colour = stateColour(m_scene.palette, states[run.last].state);
        paintDoubt(bar, state.span, colour);
        paintBar(m_painter, bar, colour, state.state.empty() ? Certainty::Blind : state.span.certainty,
                 m_scene.palette);
        if (run.first == run.last) {
            const QString word = QString::fromStdString(state.state);
            const QString full = state.epoch < 0 ? word : QStringLiteral("%1 · %2").arg(word).arg(state.epoch);
            const bool fits = QFontMetrics(m_scene.smallFont).horizontalAdvance(full) + 2 * kLabelRoom <= bar.width();
            paintLabel(bar, fits ? full : word, colour);
        }
    }
}

void LanePainter::paintMember(LaneRow row, const QRect& rect) {
    const LaneTracks& tracks = m_scene.lanes.tracks(row);
    for (std::size_t track = 0; track < tracks.count(); ++track) {
        tracks.runs(track, m_scene.scale, 0, rightEdge(), m_runs);
        for (const PixelRun& run : m_runs) {
            paintMemberRun(row, run, barOf(run, rect, kMemberHeight));
        }
    }
    paintEnds(row, rect);
}

void LanePainter::paintMemberRun(LaneRow row, const PixelRun& run, const QRect& bar) {
    const auto& members = m_scene.lanes.timeline()->lanes.members;
    const auto& intervals = members[row.index].intervals;
    const MemberInterval& interval = intervals[run.first];
    const QColor colour = memberColour(m_scene.palette, memberTint(members, MemberIndex{row.index}));
    paintDoubt(bar, interval.span, colour);
    if (interval.isAway || (interval.assigned && interval.assigned->empty())) {
        // Here, and with nothing in its hands.
        m_painter.fillRect(bar, m_scene.palette.blend(colour, interval.isAway ? 0.1 : 0.3));
        m_painter.fillRect(bar.left(), bar.bottom(), bar.width(), 1, colour);
        m_painter.fillRect(bar.left(), bar.top(), bar.width(), 1, colour);
    } else {
        paintBar(m_painter, bar, colour, interval.span.certainty, m_scene.palette);
    }
    if (interval.pendingRevocation && !interval.pendingRevocation->empty()) {
        m_painter.fillRect(bar.left(), bar.bottom() - kStripe + 1, bar.width(), kStripe, m_scene.palette.warning);
    }
    const bool follows = run.first > 0 && isFollowedBy(intervals[run.first - 1].span, interval.span);
    if (follows && bar.width() > 3) {
        m_painter.fillRect(bar.left(), bar.top(), 1, bar.height(), m_scene.palette.surface);
    }
    if (run.first != run.last) {
        return;
    }
    const bool isPale = interval.isAway || (interval.assigned && interval.assigned->empty());
    const QString text =
        memberLabel(interval, follows && run.left > 0 ? &intervals[run.first - 1] : nullptr, bar.width() < kShortBar);
    paintLabel(bar, text, isPale ? m_scene.palette.surface : colour);
}

// Where it came and went.
void LanePainter::paintEnds(LaneRow row, const QRect& rect) {
    const TimelineSnapshot& timeline = *m_scene.lanes.timeline();
    const auto& intervals = timeline.lanes.members[row.index].intervals;
    const TimeScale& scale = m_scene.scale;
    std::size_t at = firstEndingAfter(intervals, scale.fromMs());
    int lastPixel = -1;
    for (; at < intervals.size() && intervals[at].span.fromMs < scale.toMs();) {
        const LaneSpan& span = intervals[at].span;
        const bool begins = at == 0 || !isFollowedBy(intervals[at - 1].span, span);
        if (begins && span.fromMs > timeline.firstMs && scale.shows(span.fromMs)) {
            const int room = at == 0 ? 0 : std::max(0, scale.pixelOf(intervals[at - 1].span.toMs));
            paintEnd(rect, scale.pixelOf(span.fromMs), QCoreApplication::translate("Timeline", "joined"), false, room);
        }
        const bool ends = at + 1 == intervals.size() || !isFollowedBy(span, intervals[at + 1].span);
        if (ends && span.toMs < m_scene.nowMs && scale.shows(span.toMs)) {
            const GroupReason reason = departureReason(timeline.rebalances, MemberIndex{row.index}, span.toMs);
            const QString text = reason == GroupReason::Unknown || !m_scene.words.reason
                                     ? QCoreApplication::translate("Timeline", "gone")
                                     : m_scene.words.reason(reason);
            const int room = at + 1 == intervals.size()
                                 ? m_scene.frame.timeWidth()
                                 : std::min(m_scene.frame.timeWidth(), scale.pixelOf(intervals[at + 1].span.fromMs));
            paintEnd(rect, scale.pixelOf(span.toMs), text, true, room);
        }
        // At most one look a pixel.
        lastPixel = std::max(lastPixel + 1, scale.pixelOf(span.toMs));
        at = std::max(at + 1, firstEndingAfter(intervals, scale.msAt(lastPixel)));
    }
}

void LanePainter::paintEnd(const QRect& rect, int x, const QString& text, bool isDeparture, int roomTo) {
    const QColor colour = isDeparture ? m_scene.palette.error : m_scene.palette.ok;
    const int at = m_scene.frame.gutter + x;
    m_painter.fillRect(at - (isDeparture ? 1 : 0), rect.top() + 2, kSignWidth, rect.height() - 4, colour);
    const int width = QFontMetrics(m_scene.smallFont).horizontalAdvance(text) + kLabelRoom;
    if (width > (isDeparture ? roomTo - x : x - roomTo)) {
        return;
    }
    m_painter.setFont(m_scene.smallFont);
    m_painter.setPen(colour);
    const QRect room = isDeparture ? QRect(at + kLabelRoom - 2, rect.top(), width, rect.height())
                                   : QRect(at - width - 2, rect.top(), width, rect.height());
    m_painter.drawText(room, (isDeparture ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
}

void LanePainter::paintPartition(LaneRow row, const QRect& rect) {
    const LaneTracks& tracks = m_scene.lanes.tracks(row);
    const int count = static_cast<int>(tracks.count());
    if (count == 0) {
        return;
    }
    // Several owners share the height.
    const int height = count == 1 ? kPartitionHeight : std::max(3, (rect.height() - 3) / count);
    const int top = rect.top() + (rect.height() - height * count) / 2;
    for (int track = 0; track < count; ++track) {
        tracks.runs(static_cast<std::size_t>(track), m_scene.scale, 0, rightEdge(), m_runs);
        const QRect line(rect.left(), top + track * height, rect.width(), height);
        for (const PixelRun& run : m_runs) {
            paintOwnership(row, run, barOf(run, line, count == 1 ? height : height - 1));
        }
    }
}

void LanePainter::paintOwnership(LaneRow row, const PixelRun& run, const QRect& bar) {
    const GroupLanes& lanes = m_scene.lanes.timeline()->lanes;
    const OwnershipInterval& interval = lanes.partitions[row.index].intervals[run.first];
    const QColor owner = memberColour(m_scene.palette, memberTint(lanes.members, interval.owner));
    if (run.isUrgent && (run.first != run.last || interval.ownership == Ownership::Unowned)) {
        if (run.first != run.last) {
            m_painter.fillRect(bar.adjusted(0, -1, 0, 1), m_scene.palette.error);
        } else {
            if (interval.span.certainty == Certainty::Inferred) {
                paintHatch(m_painter, bar, m_scene.palette.blend(m_scene.palette.error, 0.4), 4);
            }
            paintGap(m_painter, bar, m_scene.palette.error);
        }
        return;
    }
    switch (interval.ownership) {
        case Ownership::Owned:
            paintDoubt(bar, interval.span, owner);
            paintBar(m_painter, bar, owner, interval.span.certainty, m_scene.palette);
            return;
        case Ownership::PendingRevocation:
            m_painter.fillRect(bar, m_scene.palette.blend(owner, 0.55));
            m_painter.fillRect(bar.left(), bar.bottom() - kStripe + 1, bar.width(), kStripe, m_scene.palette.warning);
            return;
        case Ownership::Unowned:
        case Ownership::Unknown:
            paintBar(m_painter, bar, m_scene.palette.muted, Certainty::Blind, m_scene.palette);
            return;
    }
}

void LanePainter::paintSigns(LaneRow row, const QRect& rect) {
    const int width = m_scene.frame.timeWidth();
    const auto timeOf = [](const LaneSign& sign) { return sign.timeMs; };
    const auto& marks = m_scene.lanes.timeline()->lanes.marks;
    onePerPixel(m_scene.lanes.signs(row), m_scene.scale, 0, width, timeOf, [&](std::size_t at, int pixel) {
        const LaneSign& sign = m_scene.lanes.signs(row)[at];
        const bool isCommit = marks[sign.position].kind == LaneMark::Kind::Committed;
        const int x = m_scene.frame.gutter + pixel;
        if (isCommit) {
            m_painter.fillRect(x, rect.bottom() - 4, 1, 4, m_scene.palette.muted);
        } else {
            m_painter.fillRect(x, rect.top(), kSignWidth, rect.height(), m_scene.palette.accent);
        }
    });
    onePerPixel(m_scene.lanes.errors(row), m_scene.scale, 0, width, timeOf, [&](std::size_t, int pixel) {
        const int x = m_scene.frame.gutter + pixel;
        m_painter.fillRect(x, rect.top() + 1, kSignWidth, rect.height() - 2, m_scene.palette.error);
        m_painter.fillRect(x - 2, rect.top() + 1, kSignWidth * 3, 4, m_scene.palette.error);
    });
}

}  // namespace brokerscope
