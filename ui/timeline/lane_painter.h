#pragma once

#include "ui/timeline/timeline_scene.h"

#include <vector>

namespace brokerscope {

struct PixelRun;

// Paints the rows of a scene, one after the other.
class LanePainter {
public:
    LanePainter(QPainter& painter, const TimelineScene& scene);

    // `number` of the layout; a row out of view costs nothing to leave out and is the caller's to leave out.
    void paintRow(int number);

private:
    void paintName(LaneRow row, const QRect& rect);
    void paintHeading(LaneRow row, const QRect& rect);
    void paintStates(const QRect& rect);
    void paintMember(LaneRow row, const QRect& rect);
    void paintMemberRun(LaneRow row, const PixelRun& run, const QRect& bar);
    void paintEnds(LaneRow row, const QRect& rect);
    void paintEnd(const QRect& rect, int x, const QString& text, bool isDeparture, int roomTo);
    void paintPartition(LaneRow row, const QRect& rect);
    void paintOwnership(LaneRow row, const PixelRun& run, const QRect& bar);
    void paintSigns(LaneRow row, const QRect& rect);
    void paintDoubt(const QRect& bar, const LaneSpan& span, const QColor& colour);
    void paintLabel(const QRect& bar, const QString& text, const QColor& ground);
    // Pixels [left, right) of the widget as a bar of `height` in the middle of `row`.
    QRect barOf(const PixelRun& run, const QRect& row, int height) const;
    int rightEdge() const;  // of what there is to show, in the scale's pixels

    QPainter& m_painter;
    const TimelineScene& m_scene;
    std::vector<PixelRun> m_runs;
};

}  // namespace brokerscope
