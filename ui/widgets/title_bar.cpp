#include "ui/widgets/title_bar.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/font_follower.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <utility>

namespace brokerscope {

namespace {

constexpr int kRoomAroundControls = 8;

QLabel* makeLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

}  // namespace

TitleBar::TitleBar(const QString& heading, Height height, QWidget* parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
    , m_heading(makeLabel(this))
    , m_status(makeLabel(this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this)) {
    followFont(*this, [this, height] {
        setFixedHeight(height == Height::Panel ? controlHeight() + kRoomAroundControls : headerHeight());
    });
    m_layout->setContentsMargins(Metrics::Margin, 0, Metrics::Spacing / 2, 1);
    m_layout->setSpacing(Metrics::Margin);
    m_layout->addWidget(m_heading);
    m_layout->addWidget(m_status);
    m_layout->addWidget(m_facts, 1);
    setHeading(heading);
    setStatus({});
}

void TitleBar::setHeading(const QString& heading) {
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
}

QString TitleBar::heading() const {
    return m_heading->text();
}

void TitleBar::setStatus(const QString& status, StatusKind kind) {
    m_kind = kind;
    m_status->setText(status);
    m_status->setVisible(!status.isEmpty());
    updateLook();
}

QString TitleBar::status() const {
    return m_status->text();
}

void TitleBar::setFacts(const QString& facts) {
    m_facts->setText(facts);
}

QString TitleBar::facts() const {
    return m_facts->text();
}

void TitleBar::addBefore(QWidget* widget) {
    m_layout->insertWidget(0, widget);
}

void TitleBar::addAfter(QWidget* widget) {
    m_layout->addWidget(widget);
}

void TitleBar::updateLook() {
    const bool wasUpdating = std::exchange(m_updating, true);
    QPalette colours = palette();
    const Palette& own = Palette::of(colours);
    colours.setColor(QPalette::WindowText, m_kind == StatusKind::Neutral ? own.muted : statusColour(own, m_kind));
    m_status->setPalette(colours);
    m_updating = wasUpdating;
}

void TitleBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_updating) {
        updateLook();
    }
}

void TitleBar::paintEvent(QPaintEvent* /*event*/) {
    const Palette& palette = Palette::of(this->palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.fillRect(0, height() - 1, width(), 1, palette.border);
}

}  // namespace brokerscope
