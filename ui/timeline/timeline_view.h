#pragma once

#include "ui/timeline/lane_layout.h"
#include "ui/timeline/time_scale.h"
#include "ui/timeline/timeline_lanes.h"
#include "ui/timeline/timeline_scene.h"

#include <QAbstractScrollArea>

#include <optional>

namespace brokerscope {

// One group's life on a time axis: rows for state, members and partitions. Only what is in view is looked at.
//
//   mouse   wheel over the bars: zoom about the pointer; over the names, or with Alt: rows; with Shift: time. Drag:
//   pan.
//           Click: choose a row with the moment and the rebalance under the pointer; a heading opens and closes
//   keys    Left and Right pan, + and - zoom, Up, Down, PgUp and PgDn choose a row, Home and End its first and last
//           moment, n and p (Shift+n) the next and previous rebalance, l follows, a shows all, Enter opens the
//           evidence, Space opens a heading
//
// GUI thread.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    // Null: nothing. Shows all of it, or follows where `isLive`.
    void setTimeline(const SharedTimeline& timeline, bool isLive);
    // The same group as it is now; time passed. What is still going ends at `nowMs`.
    void refresh(const SharedTimeline& timeline, std::int64_t nowMs);
    void setWords(TimelineWords words);
    // Of the labels; the system's at first.
    void setZone(const QTimeZone& zone);

    const TimeScale& scale() const { return m_scale; }
    const LaneLayout& rows() const { return m_layout; }
    const TimelineSelection& selection() const { return m_selection; }
    // Of the row that is chosen, at the moment that is chosen; nothing where there is none.
    std::optional<EventEvidence> evidence() const;

    void setFollowing(bool following);
    void showSpan(std::int64_t ms);
    void showAll();
    void setPartitionsOpen(bool open);
    // 0: none. Comes into view.
    void selectRebalance(std::uint32_t number);
    void goToRebalance(int step);  // 1: the next one, -1: the one before
    void selectRow(LaneRow row);
    // Where the time area begins and ends in the widget.
    int timeLeft() const;
    int timeRight() const;
    // The rectangle of a row in the viewport, and the x of a moment.
    QRect rowRect(LaneRow row) const;
    int xOf(std::int64_t ms) const;
    // Paints what is in view, on a ground of the size of the viewport.
    void paintPicture(QPainter& painter);

    QSize sizeHint() const override;

Q_SIGNALS:
    void selectionChanged(const brokerscope::TimelineSelection& selection);
    void followingChanged(bool following);
    void evidenceWanted();
    // Another stretch of time is shown, or at another place.
    void rangeChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    TimelineFrame frame() const;
    std::optional<TimelineHit> hitAt(QPoint point);
    void updateLayout();
    void updateSizes();
    void updateScrollBar();
    void scaleChanged();
    void select(const TimelineSelection& selection);
    void choose(const TimelineHit& hit);
    void toggle(LaneRow heading);
    void moveRow(int rows);
    void moveMoment(bool toEnd);
    void ensureVisible(int row);
    void showToolTip(QPoint point, QPoint globalPoint);
    void updateAccessibleText();
    bool runKey(const QKeyEvent& event);

    TimelineLanes m_lanes;
    LaneLayout m_layout;
    TimeScale m_scale;
    TimelineWords m_words;
    QTimeZone m_zone;
    TimelineSelection m_selection;
    std::int64_t m_nowMs = 0;
    std::int64_t m_hoveredMs = -1;
    std::optional<QPoint> m_pressed;
    int m_draggedX = 0;
    bool m_isDragging = false;
    bool m_saidFollowing = false;      // what followingChanged() said last
    bool m_partitionsTouched = false;  // opened or closed by hand
};

}  // namespace brokerscope

Q_DECLARE_METATYPE(brokerscope::TimelineSelection)
