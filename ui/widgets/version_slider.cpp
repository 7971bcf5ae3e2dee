#include "ui/widgets/version_slider.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/version_ticks.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int SideRoom = 10;
constexpr int TrackHeight = 6;
constexpr int KnobSize = 14;
constexpr int TickGap = 4;

}  // namespace

VersionSlider::VersionSlider(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setRange(0, 0);
    setSingleStep(1);
    setPageStep(3);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("API version"));
    connect(this, &QAbstractSlider::valueChanged, this, [this](int version) {
        updateTexts();
        update();
        Q_EMIT versionChanged(version);
    });
    updateTexts();
}

void VersionSlider::setVersions(int lowest, int highest) {
    setRange(lowest, highest);
    updateTexts();
    update();
}

void VersionSlider::setBrokerVersions(int lowest, int highest) {
    m_broker = Range{lowest, highest};
    updateTexts();
    update();
}

void VersionSlider::setServedFrom(std::optional<int> version) {
    m_servedFrom = version;
    updateTexts();
    update();
}

void VersionSlider::clearBrokerVersions() {
    m_broker.reset();
    m_servedFrom.reset();
    updateTexts();
    update();
}

void VersionSlider::setFirstFlexible(std::optional<int> version) {
    m_firstFlexible = version;
    updateTexts();
    update();
}

bool VersionSlider::isKnownToBroker(int version) const {
    return m_broker && version >= m_broker->lowest && version <= m_broker->highest;
}

void VersionSlider::updateTexts() {
    QStringList parts = {tr("version %1 of %2 to %3").arg(value()).arg(minimum()).arg(maximum())};
    if (m_broker && m_broker->lowest > m_broker->highest) {
        parts << tr("the broker knows none");
    } else if (m_broker) {
        parts << tr("the broker knows %1 to %2").arg(m_broker->lowest).arg(m_broker->highest);
    }
    if (m_servedFrom) {
        parts << tr("those below %1 are listed for old clients and refused").arg(*m_servedFrom);
    }
    if (m_firstFlexible) {
        parts << tr("flexible from %1").arg(*m_firstFlexible);
    }
    const QString text = parts.join(QStringLiteral(", "));
    setAccessibleDescription(text);
    setToolTip(text);
}

int VersionSlider::xOf(int version) const {
    const int span = width() - 2 * SideRoom;
    const int count = std::max(1, maximum() - minimum());
    return SideRoom + span * (std::clamp(version, minimum(), maximum()) - minimum()) / count;
}

int VersionSlider::versionAt(int x) const {
    const int span = std::max(1, width() - 2 * SideRoom);
    const int count = maximum() - minimum();
    return std::clamp(minimum() + ((x - SideRoom) * count * 2 + span) / (span * 2), minimum(), maximum());
}

int VersionSlider::trackMiddle() const {
    return KnobSize / 2 + 2;
}

QSize VersionSlider::sizeHint() const {
    return {260, minimumSizeHint().height()};
}

QSize VersionSlider::minimumSizeHint() const {
    return {120, trackMiddle() + KnobSize / 2 + TickGap + QFontMetrics(smallFont()).height()};
}

void VersionSlider::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTrack(painter);
    paintTicks(painter);
    paintKnob(painter);
}

void VersionSlider::paintTrack(QPainter& painter) const {
    const Palette& palette = Palette::of(this->palette());
    const auto bar = [&](int from, int to, const QColor& fill, const QColor& outline) {
        painter.setPen(outline);
        painter.setBrush(fill);
        const QRectF rect(xOf(from) - TrackHeight / 2.0, trackMiddle() - TrackHeight / 2.0,
                          xOf(to) - xOf(from) + TrackHeight, TrackHeight);
        painter.drawRoundedRect(rect, TrackHeight / 2.0, TrackHeight / 2.0);
    };
    bar(minimum(), maximum(), palette.alternate, palette.frame);
    if (m_broker && m_broker->lowest <= maximum() && m_broker->highest >= minimum() &&
        m_broker->lowest <= m_broker->highest) {
        const int served = std::clamp(m_servedFrom.value_or(m_broker->lowest), m_broker->lowest, m_broker->highest);
        if (served > m_broker->lowest) {
            bar(m_broker->lowest, served, palette.blend(palette.warning, 0.5), palette.warning);
        }
        bar(served, m_broker->highest, palette.blend(palette.ok, 0.5), palette.ok);
    }
    if (m_firstFlexible && *m_firstFlexible > minimum() && *m_firstFlexible <= maximum()) {
        // On the boundary: between the last inflexible version and the first flexible one.
        const int x = (xOf(*m_firstFlexible - 1) + xOf(*m_firstFlexible)) / 2;
        painter.fillRect(QRect(x - 1, trackMiddle() - 8, 2, 16), palette.tintFor(4));
    }
}

void VersionSlider::paintTicks(QPainter& painter) const {
    const Palette& palette = Palette::of(this->palette());
    const QFont font = smallFont();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int top = trackMiddle() + KnobSize / 2 + TickGap;
    const VersionTickRoom room{minimum(),
                               maximum(),
                               m_firstFlexible,
                               width(),
                               [this](int version) { return xOf(version); },
                               [&metrics](const QString& text) { return metrics.horizontalAdvance(text); }};
    painter.setPen(palette.muted);
    for (const VersionTick& tick : versionTicks(room, tr("%1 flexible").arg(m_firstFlexible.value_or(0)))) {
        painter.drawText(tick.left, top + metrics.ascent(), tick.text);
    }
    painter.setPen(palette.frame);
    for (int version = minimum(); version <= maximum() && maximum() - minimum() <= 40; ++version) {
        const int x = xOf(version);
        painter.drawLine(x, trackMiddle() + TrackHeight / 2 + 2, x, trackMiddle() + TrackHeight / 2 + 4);
    }
}

void VersionSlider::paintKnob(QPainter& painter) const {
    const Palette& palette = Palette::of(this->palette());
    const bool outside = m_broker && !isKnownToBroker(value());
    const QColor fill = !isEnabled() ? palette.disabled : outside ? palette.warning : palette.accent;
    const QPointF middle(xOf(value()), trackMiddle());
    painter.setBrush(fill);
    painter.setPen(QPen(palette.surface, 2));
    painter.drawEllipse(middle, KnobSize / 2.0, KnobSize / 2.0);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(fill, 1.2));
        painter.drawEllipse(middle, KnobSize / 2.0 + 1.2, KnobSize / 2.0 + 1.2);
    }
}

void VersionSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setSliderDown(true);
    setSliderPosition(versionAt(event->pos().x()));
}

void VersionSlider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown()) {
        setSliderPosition(versionAt(event->pos().x()));
    }
}

void VersionSlider::mouseReleaseEvent(QMouseEvent* /*event*/) {
    setSliderDown(false);
}

void VersionSlider::keyPressEvent(QKeyEvent* event) {
    const bool toBroker = event->modifiers().testFlag(Qt::ShiftModifier) && m_broker;
    if (toBroker && event->key() == Qt::Key_Home) {
        setValue(m_broker->lowest);
    } else if (toBroker && event->key() == Qt::Key_End) {
        setValue(m_broker->highest);
    } else {
        QAbstractSlider::keyPressEvent(event);
    }
}

}  // namespace brokerscope
