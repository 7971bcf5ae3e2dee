#include "ui/shell/connection_bar.h"

#include "ui/shell/actions.h"
#include "ui/shell/quick_go.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/status_kind.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace brokerscope {

namespace {

constexpr int kQuickGoWidth = 380;

StatusKind kindOf(ClusterState state) {
    switch (state) {
        case ClusterState::Connected:
            return StatusKind::Ok;
        case ClusterState::Failed:
            return StatusKind::Error;
        case ClusterState::Connecting:
            return StatusKind::Warning;
        case ClusterState::Disconnected:
            return StatusKind::Neutral;
    }
    return StatusKind::Neutral;
}

}  // namespace

ConnectionBar::ConnectionBar(const Actions& actions, QuickGo& quickGo, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_lock(new QToolButton(this))
    , m_menu(new QToolButton(this)) {
    setUpChip();
    m_lock->setDefaultAction(m_actions.action(ActionId::ReadOnly));
    m_lock->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_lock->setAutoRaise(true);
    m_menu->setObjectName(QStringLiteral("menu"));
    m_menu->setIcon(icon(QStringLiteral("more")));
    m_menu->setAutoRaise(true);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setMenu(m_actions.makeMenu(m_menu));
    m_menu->setShortcut(Qt::Key_F10);
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(tr("Menu (F10)"));
    quickGo.setParent(this);
    followFont(*this, [this] { setFixedHeight(headerBarHeight()); });
    followFontWidth(quickGo, kQuickGoWidth);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, 0, Metrics::Spacing, 1);
    layout->setSpacing(Metrics::Margin);
    layout->addWidget(m_chip);
    layout->addWidget(m_facts, 1);
    layout->addWidget(&quickGo);
    layout->addWidget(m_lock);
    layout->addWidget(m_menu);
    setState(ClusterState::Disconnected, {});
    setReadOnly(false);
}

void ConnectionBar::setUpChip() {
    m_chip = new Chip({}, this);
    m_chip->setToolTip(m_actions.withKeys(ActionId::Connect, tr("Connect to another address")));
    connect(m_chip, &Chip::clicked, m_actions.action(ActionId::Connect), &QAction::trigger);
}

void ConnectionBar::setState(ClusterState state, const QString& sentence) {
    m_state = state;
    updateDot();
    if (state == ClusterState::Disconnected) {
        m_chip->setText(tr("not connected"));
    }
    if (state != ClusterState::Connected) {
        // Why an attempt failed is said where one tries again.
        m_facts->setText(state == ClusterState::Disconnected ? QString()
                         : state == ClusterState::Failed     ? tr("could not connect")
                                                             : sentence);
    }
}

void ConnectionBar::updateDot() {
    m_chip->setDotColour(statusColour(Palette::of(palette()), kindOf(m_state)));
}

void ConnectionBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateDot();
    }
}

void ConnectionBar::setCluster(const QString& address, const QString& facts) {
    m_chip->setText(address);
    m_facts->setText(facts);
}

void ConnectionBar::setReadOnly(bool readOnly) {
    m_chip->setLocked(readOnly);
    QAction* action = m_actions.action(ActionId::ReadOnly);
    action->setChecked(readOnly);
    action->setIcon(readOnly ? icon(QStringLiteral("lock"), IconRole::Warning)
                             : icon(QStringLiteral("unlock"), IconRole::Muted));
    // On the button alone: in the menu the action keeps its name and has a check mark.
    action->setIconText(readOnly ? tr("read-only") : tr("read-write"));
    action->setToolTip(
        readOnly ? m_actions.withKeys(ActionId::ReadOnly, tr("Requests that change the cluster are refused"))
                 : m_actions.withKeys(ActionId::ReadOnly,
                                      tr("All requests are sent. Lock to refuse those that change the cluster")));
}

void ConnectionBar::paintEvent(QPaintEvent*) {
    const Palette& palette = Palette::of(this->palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.fillRect(0, height() - 1, width(), 1, palette.border);
}

}  // namespace brokerscope
