#pragma once

#include <QString>
#include <QWidget>

#include <cstdint>

class QCPGraph;
class QCustomPlot;

namespace brokerscope {

// One quantity over time as a line: never below zero, with gaps where it was not known, its latest value written at the
// end. Low, without a time axis of its own: it stands below something that has one, and is told which time to show.
// GUI thread.
class LineChart : public QWidget {
    Q_OBJECT

public:
    // The title stands at the left, such as "Lag", and is the accessible name.
    explicit LineChart(const QString& title, QWidget* parent = nullptr);

    void clear();
    // Times ascending, in ms since 1970; an earlier one is put in its place. Below 0: not known then, a gap. Only the
    // last `kMostPoints` are kept.
    void append(std::int64_t timeMs, std::int64_t value);
    // The moments at the left and right edge of the plot, which begins `left` pixels from the widget's left edge and
    // ends `right` pixels before its right one.
    void showTime(std::int64_t fromMs, std::int64_t toMs, int left, int right);

    static constexpr int kMostPoints = 50'000;
    int pointCount() const;
    // What the axis reaches to: the largest value in view, at least 1.
    double top() const;

    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void updateColours();
    void updateRange();
    void replotShown();

    QString m_title;
    QString m_latest;
    QCustomPlot* m_plot = nullptr;
    QCPGraph* m_graph = nullptr;
    bool m_isStale = false;  // the range is to be looked at again
    int m_left = 0;
    int m_right = 0;
};

}  // namespace brokerscope
