#include "ui/charts/line_chart.h"

#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QEvent>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

// Its header uses the words that the project's builds leave undefined.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr int kChartHeight = 64;
constexpr int kRoomAbove = 6;
constexpr int kRoomBelow = 4;
constexpr int kTitleLeft = 12;
constexpr double kHeadroom = 1.1;
constexpr double kSecond = 1000;  // QCustomPlot counts time in seconds
constexpr qreal kFillStrength = 0.16;

QString shownNumber(double value) {
    QString digits = QString::number(static_cast<std::int64_t>(value));
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3) {
        digits.insert(at, QChar(0x202f));
    }
    return digits;
}

}  // namespace

LineChart::LineChart(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_plot(new QCustomPlot(this)), m_graph(m_plot->addGraph()) {
    setAccessibleName(title);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMinimumSize(1, 1);  // it cannot paint on nothing, and paints when it is resized
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->xAxis->setVisible(false);
    m_plot->yAxis->setVisible(false);
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setMinimumSize(1, 1);  // a plot without any pixel has nothing to paint on, and complains
    m_graph->setLineStyle(QCPGraph::lsStepLeft);
    m_graph->setAntialiased(false);
    m_graph->setAntialiasedFill(false);
    m_plot->axisRect()->setMargins(QMargins(0, kRoomAbove, 0, kRoomBelow));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->addWidget(m_plot);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateColours();
}

void LineChart::clear() {
    m_graph->data()->clear();
    m_latest.clear();
    updateRange();
}

void LineChart::append(std::int64_t timeMs, std::int64_t value) {
    const double known = value < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(value);
    m_graph->addData(static_cast<double>(timeMs) / kSecond, known);
    QCPGraphDataContainer& points = *m_graph->data();
    if (points.size() > kMostPoints) {
        points.removeBefore(points.at(points.size() - kMostPoints)->key);
    }
    m_latest = value < 0 ? QString() : shownNumber(known);
    setAccessibleDescription(m_latest);
    // Many come at once, and the range looks at all in view.
    if (!m_isStale) {
        m_isStale = true;
        QTimer::singleShot(0, this, [this] { updateRange(); });
    }
}

void LineChart::showTime(std::int64_t fromMs, std::int64_t toMs, int left, int right) {
    if (left != m_left || right != m_right) {
        m_left = left;
        m_right = right;
        layout()->setContentsMargins(left, 1, right, 1);
    }
    m_plot->xAxis->setRange(static_cast<double>(fromMs) / kSecond, static_cast<double>(toMs) / kSecond);
    updateRange();
}

void LineChart::updateRange() {
    m_isStale = false;
    m_plot->yAxis->setRange(0, top() * kHeadroom);
    replotShown();
    update();
}

int LineChart::pointCount() const {
    return m_graph->dataCount();
}

double LineChart::top() const {
    bool found = false;
    const QCPRange values = m_graph->data()->valueRange(found, QCP::sdBoth, m_plot->xAxis->range());
    return std::max(1.0, found ? values.upper : 0);
}

void LineChart::updateColours() {
    const Palette& colours = Palette::of(palette());
    m_plot->setBackground(QBrush(colours.surface));
    m_graph->setPen(QPen(colours.accent, 1));
    m_graph->setBrush(QBrush(colours.blend(colours.accent, kFillStrength)));
    const QPen grid(colours.blend(colours.border, 0.6), 1);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->yAxis->grid()->setPen(grid);
    m_plot->yAxis->grid()->setZeroLinePen(QPen(colours.border, 1));
    replotShown();
}

// A plot that was never laid out has nothing to paint on.
void LineChart::replotShown() {
    if (m_plot->isVisible()) {
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void LineChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LineChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateColours();
    }
}

void LineChart::paintEvent(QPaintEvent* /*event*/) {
    const Palette& colours = Palette::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.border);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), colours.surface);
    const QRect title(kTitleLeft, 0, std::max(0, m_left - kTitleLeft), height() / 2);
    painter.setFont(smallFont());
    painter.setPen(colours.muted);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignBottom, m_title);
    painter.setFont(font());
    painter.setPen(colours.text);
    painter.drawText(title.translated(0, title.height()), Qt::AlignLeft | Qt::AlignTop, m_latest);
}

QSize LineChart::sizeHint() const {
    return {400, kChartHeight};
}

}  // namespace brokerscope
