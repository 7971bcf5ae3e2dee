#include "ui/widgets/message_bar.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kMessageBarWidth = 3;

QLabel* makeSentence(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_cause(makeSentence(this))
    , m_nextStep(makeSentence(this))
    , m_actions(new QHBoxLayout)
    , m_close(new QToolButton(this)) {
    setAccessibleName(tr("Message"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    buildContents();
    connect(m_close, &QToolButton::clicked, this, &MessageBar::clear);
    hide();
}

void MessageBar::buildContents() {
    m_close->setAutoRaise(true);
    m_close->setIcon(icon(QStringLiteral("close"), IconRole::Muted));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss"));
    m_nextStep->setForegroundRole(QPalette::PlaceholderText);

    auto* sentences = new QVBoxLayout;
    sentences->setSpacing(1);
    sentences->addWidget(m_cause);
    sentences->addWidget(m_nextStep);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Metrics::Margin + kMessageBarWidth, 6, 6, 6);
    row->setSpacing(Metrics::Spacing);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(sentences, 1);
    row->addLayout(m_actions);
    row->addWidget(m_close, 0, Qt::AlignTop);
}

void MessageBar::showMessage(StatusKind kind, const QString& cause, const QString& nextStep) {
    clear();
    m_kind = kind;
    m_cause->setText(cause);
    m_nextStep->setText(nextStep);
    m_nextStep->setVisible(!nextStep.isEmpty());
    setAccessibleDescription(statusName(kind) + QStringLiteral(": ") + cause + u' ' + nextStep);
    updateLook();
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QPushButton* MessageBar::addAction(const QString& text) {
    auto* button = new QPushButton(text, this);
    button->setAutoDefault(false);
    m_actions->addWidget(button);
    return button;
}

void MessageBar::clear() {
    while (QLayoutItem* item = m_actions->takeAt(0)) {
        // Later: the button may be the one whose click led here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_cause->clear();
    m_nextStep->clear();
    hide();
}

QString MessageBar::cause() const {
    return m_cause->text();
}

QString MessageBar::nextStep() const {
    return m_nextStep->text();
}

void MessageBar::updateLook() {
    const QString name = statusIconName(m_kind);
    m_icon->setVisible(!name.isEmpty());
    m_icon->setPixmap(
        icon(name, statusIconRole(m_kind)).pixmap(QSize(Metrics::IconSize, Metrics::IconSize), devicePixelRatioF()));
    update();
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateLook();
    }
}

void MessageBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& palette = Palette::of(this->palette());
    const QColor colour = statusColour(palette, m_kind);
    painter.setPen(palette.blend(colour, palette.isHighContrast ? 1.0 : 0.45));
    painter.setBrush(palette.blend(colour, 0.08));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Metrics::Radius, Metrics::Radius);
    painter.fillRect(QRect(0, Metrics::Radius, kMessageBarWidth, height() - 2 * Metrics::Radius), colour);
}

}  // namespace brokerscope
