#include "ui/timeline/timeline_scene.h"

#include "ui/style/palette.h"
#include "ui/timeline/bar_painter.h"
#include "ui/timeline/lane_painter.h"
#include "ui/timeline/time_ticks.h"
#include "ui/timeline/timeline_lanes.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kTickRoom = 28;
constexpr int kFlagHeight = 4;
constexpr int kPartialBlindHeight = 3;
constexpr qreal kBandStrength = 0.13;
constexpr qreal kGridStrength = 0.6;

// What lies under and over the rows: grid, bands, ruler.
class GroundPainter {
public:
    GroundPainter(QPainter& painter, const TimelineScene& scene)
        : m_painter(painter), m_scene(scene), m_area(scene.frame.timeArea()) {}

    void paintUnder() {
        const QFontMetrics metrics(m_scene.smallFont);
        m_ticks = timeTicks(m_scene.scale, m_scene.zone,
                            metrics.horizontalAdvance(QStringLiteral("00:00:00.000")) + kTickRoom);
        for (const TimeTick& tick : m_ticks) {
            m_painter.fillRect(m_area.left() + static_cast<int>(tick.x), m_area.top(), 1, m_area.height(),
                               m_scene.palette.blend(m_scene.palette.border, kGridStrength));
        }
        paintSelectedBand();
        paintBlind();
    }

    void paintRuler() {
        const QRect ruler(0, 0, m_scene.frame.size.width(), TimelineFrame::RulerHeight);
        m_painter.fillRect(ruler, m_scene.palette.surface);
        m_painter.fillRect(ruler.left(), ruler.bottom(), ruler.width(), 1, m_scene.palette.border);
        m_painter.setFont(m_scene.smallFont);
        m_painter.setPen(m_scene.palette.muted);
        m_painter.drawText(QRect(12, 0, m_scene.frame.gutter - 12, ruler.height() - 4),
                           Qt::AlignLeft | Qt::AlignVCenter, dayText(m_scene.scale.fromMs(), m_scene.zone));
        m_painter.save();
        m_painter.setClipRect(m_scene.frame.ruler(), Qt::IntersectClip);
        for (const TimeTick& tick : m_ticks) {
            const int x = m_area.left() + static_cast<int>(tick.x);
            m_painter.fillRect(x, ruler.bottom() - 4, 1, 4, m_scene.palette.frame);
            m_painter.drawText(QRect(x + 4, 0, 120, ruler.height() - 4), Qt::AlignLeft | Qt::AlignVCenter, tick.label);
        }
        paintFlags();
        m_painter.restore();
    }

    void paintOver() {
        const int now = m_scene.scale.pixelOf(m_scene.nowMs);
        if (m_scene.scale.isFollowing() && now < m_area.width()) {
            m_painter.fillRect(m_area.left() + now, m_area.top(), 1, m_area.height(), m_scene.palette.accent);
        }
        for (const auto& [ms, colour] : {std::pair(m_scene.hoveredMs, m_scene.palette.muted),
                                         std::pair(m_scene.selection.timeMs, m_scene.palette.accent)}) {
            if (ms >= 0 && m_scene.scale.shows(ms)) {
                m_painter.fillRect(m_area.left() + m_scene.scale.pixelOf(ms), m_area.top(), 1, m_area.height(), colour);
            }
        }
    }

private:
    QRect bandOf(const LaneSpan& span) const {
        const int from = std::max(0, m_scene.scale.pixelOf(span.fromMs));
        const int to = std::min(m_area.width(), m_scene.scale.pixelOf(std::min(span.toMs, m_scene.nowMs)) + 1);
        return {m_area.left() + from, m_area.top(), std::max(0, to - from), m_area.height()};
    }

    void paintSelectedBand() {
        const auto& rebalances = m_scene.lanes.timeline()->rebalances;
        const int at = rebalanceWithNumber(rebalances, m_scene.selection.rebalance);
        if (at < 0) {
            return;
        }
        const QRect band = bandOf(rebalances[static_cast<std::size_t>(at)].span);
        if (!band.isEmpty()) {
            m_painter.fillRect(band, m_scene.palette.blend(m_scene.palette.accent, kBandStrength));
        }
    }

    // Where no source looked, all rows are unknown; where one could not, a strip says so.
    void paintBlind() {
        const auto& blind = m_scene.lanes.timeline()->lanes.blind;
        const auto timeOf = [](const BlindInterval& one) { return one.span.fromMs; };
        const auto paint = [&](std::size_t at, int) {
            QRect band = bandOf(blind[at].span);
            if (band.isEmpty()) {
                return;
            }
            if (!blind[at].isTotal) {
                band.setHeight(kPartialBlindHeight);
            }
            m_painter.fillRect(band, m_scene.palette.alternate);
            paintHatch(m_painter, band, m_scene.palette.border, 8);
        };
        // Those that began left of the view may reach into it.
        onePerPixel(blind, m_scene.scale, -static_cast<int>(TimeScale::kFarAway), m_area.width(), timeOf, paint);
    }

    void paintFlags() {
        const auto& rebalances = m_scene.lanes.timeline()->rebalances;
        const auto timeOf = [](const Rebalance& one) { return one.span.fromMs; };
        const int top = TimelineFrame::RulerHeight - 1 - kFlagHeight;
        onePerPixel(rebalances, m_scene.scale, -2, m_area.width(), timeOf, [&](std::size_t at, int pixel) {
            const Rebalance& one = rebalances[at];
            const int width = std::max(3, bandOf(one.span).right() - m_area.left() - pixel + 1);
            const bool isChosen = one.number == m_scene.selection.rebalance;
            m_painter.fillRect(m_area.left() + pixel, top, width, kFlagHeight,
                               isChosen ? m_scene.palette.accent : m_scene.palette.warning);
        });
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    QRect m_area;
    std::vector<TimeTick> m_ticks;
};

}  // namespace

void paintTimeline(QPainter& painter, const TimelineScene& scene) {
    painter.fillRect(QRect(QPoint(), scene.frame.size), scene.palette.surface);
    if (scene.lanes.timeline() == nullptr) {
        return;
    }
    GroundPainter ground(painter, scene);
    const QRect rows = scene.frame.rows();
    painter.save();
    painter.setClipRect(rows, Qt::IntersectClip);
    ground.paintUnder();
    LanePainter lanes(painter, scene);
    const auto first = scene.layout.rowAt(scene.frame.scroll);
    for (int number = first.value_or(scene.layout.rowCount()); number < scene.layout.rowCount(); ++number) {
        if (scene.frame.rowRect(scene.layout, number).top() > rows.bottom()) {
            break;
        }
        lanes.paintRow(number);
    }
    ground.paintOver();
    painter.restore();
    ground.paintRuler();
}

}  // namespace brokerscope
