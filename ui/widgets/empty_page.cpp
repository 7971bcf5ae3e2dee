#include "ui/widgets/empty_page.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 520;
constexpr int kTextStretch = 100;

}  // namespace

EmptyPage::EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
                     QWidget* parent)
    : QWidget(parent), m_iconName(iconName), m_nextStep(new QLabel(nextStep, this)), m_action(new QPushButton(this)) {
    m_nextStep->setTextFormat(Qt::PlainText);
    m_nextStep->setWordWrap(true);
    m_nextStep->setAlignment(Qt::AlignCenter);
    m_nextStep->setForegroundRole(QPalette::PlaceholderText);
    m_nextStep->setMaximumWidth(kTextWidth);
    m_action->setDefault(true);
    connect(m_action, &QPushButton::clicked, this, &EmptyPage::actionWanted);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(Metrics::Margin);
    layout->addStretch(2);
    if (!iconName.isEmpty()) {
        m_picture = new QLabel(this);
        layout->addWidget(m_picture, 0, Qt::AlignHCenter);
        updatePicture();
    }
    if (!title.isEmpty()) {
        auto* heading = new QLabel(title, this);
        heading->setFont(headingFont());
        layout->addWidget(heading, 0, Qt::AlignHCenter);
    }
    // An alignment of the item itself would take the height of one width for another.
    auto* sentence = new QHBoxLayout;
    sentence->addStretch(1);
    sentence->addWidget(m_nextStep, kTextStretch);
    sentence->addStretch(1);
    layout->addLayout(sentence);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    setAction(action);
}

// In the colours of now.
void EmptyPage::updatePicture() {
    if (m_picture != nullptr) {
        m_picture->setPixmap(
            icon(m_iconName, IconRole::Muted).pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    }
}

void EmptyPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updatePicture();
    }
}

void EmptyPage::setNextStep(const QString& nextStep) {
    m_nextStep->setText(nextStep);
}

QString EmptyPage::nextStep() const {
    return m_nextStep->text();
}

void EmptyPage::setAction(const QString& action) {
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

}  // namespace brokerscope
